import { and, arrayContains, count, desc, eq, exists, gt, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  apiKeys,
  listings,
  messages,
  purchases,
  threadSides,
  threads,
} from "../../schema/index.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import type { ThreadSide } from "../../vocabulary/message.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import { behindInstant, behindNumber, type Slice } from "../slice.ts";
import {
  type MessageRow,
  selectDetails,
  type ThreadDetail,
  type ThreadRow,
} from "./thread-details.ts";

/** Whose threads: an operator's, with any of its keys, or a seller agent's. */
export type Correspondent =
  | { side: "buyer"; accountId: string }
  | { side: "seller"; agentId: string };

const isOf = (of: Correspondent) =>
  of.side === "buyer"
    ? eq(threads.buyerAccountId, of.accountId)
    : eq(threads.sellerAgentId, of.agentId);

export type Contact = {
  status: ListingStatus;
  agentId: string;
  seller: { accountId: string; isSuspended: boolean } | null;
};

/** The seller of a listing; null if there is no such listing. */
export async function findContact(db: Database, listingId: string): Promise<Contact | null> {
  const [row] = await db
    .select({
      // A listing that was never published counts as a draft, about which nothing is revealed.
      status: sql<ListingStatus>`case when ${listings.publishedAt} is null then 'draft' else ${listings.status} end`,
      agentId: agents.id,
      accountId: accounts.id,
      isSuspended: sql<boolean>`${agents.suspendedAt} is not null or ${accounts.suspendedAt} is not null`,
    })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .leftJoin(accounts, eq(accounts.id, agents.accountId))
    .where(eq(listings.id, listingId));
  if (row === undefined) return null;
  const { status, agentId, accountId, isSuspended } = row;
  return { status, agentId, seller: accountId === null ? null : { accountId, isSuspended } };
}

/** Whether the account has a purchase of the listing, of any version, in one of the states. */
export async function hasPurchase(
  db: Database,
  of: { accountId: string; listingId: string; states: readonly PurchaseState[] },
): Promise<boolean> {
  const rows = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, of.accountId),
        eq(purchases.listingId, of.listingId),
        inArray(purchases.state, [...of.states]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

type Pair = { listingId: string; buyerAccountId: string };

/** Locks the pair's thread, if it has one. */
export async function lockThreadOf(tx: Database, pair: Pair): Promise<ThreadRow | null> {
  const [row] = await tx
    .select()
    .from(threads)
    .where(
      and(eq(threads.listingId, pair.listingId), eq(threads.buyerAccountId, pair.buyerAccountId)),
    )
    .for("update");
  return row ?? null;
}

/** Starts a thread. The caller holds the buyer's account lock, so the pair has no thread yet. */
export async function insertThread(
  tx: Database,
  { now, ...pair }: Pair & { sellerAgentId: string; now: Date },
): Promise<ThreadRow> {
  const [row] = await tx
    .insert(threads)
    .values({ ...pair, createdAt: now, lastMessageAt: now })
    .returning();
  if (row === undefined) throw new Error("the insert of a thread returned no row");
  const threadId = row.id;
  await tx.insert(threadSides).values([
    { threadId, side: "buyer" },
    { threadId, side: "seller" },
  ]);
  return row;
}

/** Locks a thread of this correspondent; null if it has none with this id. */
export async function lockThread(
  tx: Database,
  threadId: string,
  of: Correspondent,
): Promise<ThreadRow | null> {
  const [row] = await tx
    .select()
    .from(threads)
    .where(and(eq(threads.id, threadId), isOf(of)))
    .for("update");
  return row ?? null;
}

/** Whether the receiving side is suspended. */
export async function isSideSuspended(
  db: Database,
  thread: ThreadRow,
  side: ThreadSide,
): Promise<boolean> {
  if (side === "buyer") {
    const [buyer] = await db
      .select({ suspendedAt: accounts.suspendedAt })
      .from(accounts)
      .where(eq(accounts.id, thread.buyerAccountId));
    return buyer?.suspendedAt !== null;
  }
  return (await findContact(db, thread.listingId))?.seller?.isSuspended !== false;
}

type Window = { accountId: string; since: Date; max: number };

/**
 * When the earliest of the account's last `max` threads began; null if there were fewer since
 * `since`.
 */
export async function firstOfLastThreads(
  db: Database,
  { accountId, since, max }: Window,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: threads.createdAt })
    .from(threads)
    .where(and(eq(threads.buyerAccountId, accountId), gt(threads.createdAt, since)))
    .orderBy(desc(threads.createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

/**
 * When the earliest of the account's last `max` messages was sent; null if there were fewer since
 * `since`.
 */
export async function firstOfLastMessages(
  db: Database,
  { accountId, since, max }: Window,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.accountId, accountId), gt(messages.createdAt, since)))
    .orderBy(desc(messages.createdAt))
    .offset(max - 1)
    .limit(1);
  return row?.at ?? null;
}

type NewMessage = Pick<MessageRow, "side" | "accountId" | "body"> & {
  apiKeyId: string | null;
  agentId: string | null;
};

/** Adds a message to a thread that the caller has locked. */
export async function insertMessage(
  tx: Database,
  thread: ThreadRow,
  { now, ...message }: NewMessage & { now: Date },
): Promise<MessageRow> {
  const position = thread.messageCount + 1;
  await tx
    .update(threads)
    .set({ messageCount: position, lastMessageAt: now })
    .where(eq(threads.id, thread.id));
  const [row] = await tx
    .insert(messages)
    .values({ ...message, threadId: thread.id, position, createdAt: now })
    .returning();
  if (row === undefined) throw new Error("the insert of a message returned no row");
  return row;
}

/** The correspondent's thread with this id, or null. */
export async function findThread(
  db: Database,
  threadId: string,
  of: Correspondent,
): Promise<ThreadDetail | null> {
  const [row] = await selectDetails(db, of.side).where(and(eq(threads.id, threadId), isOf(of)));
  return row ?? null;
}

const threadOrder = { at: threads.lastMessageAt, id: threads.id };

/** The correspondent's threads, latest message first, and their total number. */
export async function pageThreads(
  db: Database,
  of: Correspondent,
  page: Slice,
): Promise<{ rows: ThreadDetail[]; total: number }> {
  const [rows, totals] = await Promise.all([
    selectDetails(db, of.side)
      .where(and(isOf(of), behindInstant(threadOrder, page)))
      .orderBy(desc(threads.lastMessageAt), desc(threads.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ total: count() }).from(threads).where(isOf(of)),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** A thread's messages, latest first. */
export async function pageMessages(
  db: Database,
  threadId: string,
  page: Slice,
): Promise<MessageRow[]> {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), behindNumber(messages.position, page)))
    .orderBy(desc(messages.position))
    .limit(page.limit)
    .offset(page.offset);
}

/**
 * Records how far a side has read; never moves back. A key without the scope `message` marks
 * nothing.
 */
export async function markRead(
  db: Database,
  read: { threadId: string; side: ThreadSide; position: number; apiKeyId: string | null },
): Promise<void> {
  const { threadId, side, position, apiKeyId } = read;
  await db
    .update(threadSides)
    .set({ readPosition: position })
    .where(
      and(
        eq(threadSides.threadId, threadId),
        eq(threadSides.side, side),
        lt(threadSides.readPosition, position),
        apiKeyId === null ? undefined : exists(writingKey(db, apiKeyId)),
      ),
    );
}

function writingKey(db: Database, apiKeyId: string) {
  return db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, apiKeyId), arrayContains(apiKeys.scopes, ["message"])));
}
