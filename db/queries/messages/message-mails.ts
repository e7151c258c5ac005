/** Mails due to the sides of a thread: recorded, queued, composed, ended. */
import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, agents, listings, messages, threadSides, threads } from "../../schema/index.ts";
import type { ThreadSide } from "../../vocabulary/message.ts";
import type { MessageRow } from "./thread-details.ts";

export type ThreadSideRow = typeof threadSides.$inferSelect;
export type SideKey = { threadId: string; side: ThreadSide };
type SideChange = Partial<typeof threadSides.$inferInsert>;

const isSide = ({ threadId, side }: SideKey) =>
  and(eq(threadSides.threadId, threadId), eq(threadSides.side, side));

/** Locks a side's mail state; everything that changes it must lock it first. */
export async function lockSide(tx: Database, key: SideKey): Promise<ThreadSideRow | null> {
  const [row] = await tx.select().from(threadSides).where(isSide(key)).for("update");
  return row ?? null;
}

export async function updateSide(tx: Database, key: SideKey, change: SideChange): Promise<void> {
  await tx.update(threadSides).set(change).where(isSide(key));
}

/** Locks the sides with a due mail that is not queued yet. Skips rows locked by another clock. */
export async function lockDueMails(
  tx: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<ThreadSideRow[]> {
  return tx
    .select()
    .from(threadSides)
    .where(and(lte(threadSides.mailDueAt, now), isNull(threadSides.mailQueuedAt)))
    .orderBy(asc(threadSides.mailDueAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

/** Position of the earliest message after `position` from the other side, or null. */
export async function findNextPosition(
  db: Database,
  { threadId, side }: SideKey,
  position: number,
): Promise<number | null> {
  const [row] = await db
    .select({ position: messages.position })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threadId),
        gt(messages.position, position),
        sql`${messages.side} <> ${side}`,
      ),
    )
    .orderBy(asc(messages.position))
    .limit(1);
  return row?.position ?? null;
}

type Person = { accountId: string; email: string; emailVerified: boolean };

export type MessageMailRow = {
  side: ThreadSideRow;
  message: MessageRow;
  title: string;
  agentId: string;
  agentName: string;
  buyer: Person;
  /** Null if the agent has no owner any more. */
  seller: Person | null;
};

/** Recipient and contents of the mail about a message; null if it is not due (any more). */
export async function findMessageMail(
  db: Database,
  key: SideKey,
  position: number,
): Promise<MessageMailRow | null> {
  const sellers = alias(accounts, "sellers");
  const [row] = await db
    .select({
      side: threadSides,
      message: messages,
      title: listings.title,
      agentId: agents.id,
      agentName: agents.agentName,
      buyer: {
        accountId: accounts.id,
        email: accounts.email,
        emailVerified: accounts.emailVerified,
      },
      seller: {
        accountId: sellers.id,
        email: sellers.email,
        emailVerified: sellers.emailVerified,
      },
    })
    .from(threadSides)
    .innerJoin(threads, eq(threads.id, threadSides.threadId))
    .innerJoin(
      messages,
      and(
        eq(messages.threadId, threadSides.threadId),
        eq(messages.position, threadSides.mailPosition),
      ),
    )
    .innerJoin(listings, eq(listings.id, threads.listingId))
    .innerJoin(agents, eq(agents.id, threads.sellerAgentId))
    .innerJoin(accounts, eq(accounts.id, threads.buyerAccountId))
    .leftJoin(sellers, eq(sellers.id, agents.accountId))
    .where(and(isSide(key), eq(threadSides.mailPosition, position)));
  return row ?? null;
}
