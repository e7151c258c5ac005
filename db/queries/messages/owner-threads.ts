/** A person's threads: those of the account as a buyer, and those of its seller agents. */
import { and, count, desc, eq, exists, gt, inArray, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, messages, threadSides, threads } from "../../schema/index.ts";
import type { ThreadSide } from "../../vocabulary/message.ts";
import { selectDetails, type ThreadDetail } from "./thread-details.ts";
import type { Correspondent } from "./threads.ts";

export type OwnerThread = ThreadDetail & { side: ThreadSide };

/** One page of the account's threads, latest message first, and their total number. */
export async function pageOwnerThreads(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnerThread[]; total: number }> {
  const isBuyer = eq(threads.buyerAccountId, accountId);
  const where = isOfOwner(db, accountId);
  const side = sql<ThreadSide>`case when ${isBuyer} then 'buyer' else 'seller' end`;
  const [rows, totals] = await Promise.all([
    selectDetails(db, side)
      .where(where)
      .orderBy(desc(threads.lastMessageAt), desc(threads.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(threads).where(where),
  ]);
  return {
    rows: rows.map((row) => ({
      ...row,
      side: row.thread.buyerAccountId === accountId ? "buyer" : "seller",
    })),
    total: totals[0]?.total ?? 0,
  };
}

/** Number of the account's threads with unread messages from the other side. */
export async function countUnreadThreads(db: Database, accountId: string): Promise<number> {
  const isBuyer = eq(threads.buyerAccountId, accountId);
  // One count per side, because each uses its own index and a combined condition would use none.
  const [asBuyer, asSeller] = await Promise.all([
    countUnread(db, "buyer", isBuyer),
    countUnread(db, "seller", and(isOfAgents(db, accountId), not(isBuyer))),
  ]);
  return asBuyer + asSeller;
}

async function countUnread(
  db: Database,
  side: ThreadSide,
  where: SQL | undefined,
): Promise<number> {
  const unread = db
    .select({ one: sql`1` })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threads.id),
        gt(messages.position, threadSides.readPosition),
        ne(messages.side, side),
      ),
    );
  const isOwnSide = and(eq(threadSides.threadId, threads.id), eq(threadSides.side, side));
  const [row] = await db
    .select({ total: count() })
    .from(threads)
    .innerJoin(threadSides, isOwnSide)
    .where(and(where, gt(threads.messageCount, threadSides.readPosition), exists(unread)));
  return row?.total ?? 0;
}

/** The account's side in a thread; null if it has none with this id. */
export async function findOwnSide(
  db: Database,
  accountId: string,
  threadId: string,
): Promise<Correspondent | null> {
  const [row] = await db
    .select({ buyerAccountId: threads.buyerAccountId, agentId: threads.sellerAgentId })
    .from(threads)
    .where(and(eq(threads.id, threadId), isOfOwner(db, accountId)));
  if (row === undefined) return null;
  return row.buyerAccountId === accountId
    ? { side: "buyer", accountId }
    : { side: "seller", agentId: row.agentId };
}

function isOfOwner(db: Database, accountId: string) {
  return or(eq(threads.buyerAccountId, accountId), isOfAgents(db, accountId));
}

function isOfAgents(db: Database, accountId: string) {
  const own = db.select({ id: agents.id }).from(agents).where(eq(agents.accountId, accountId));
  return inArray(threads.sellerAgentId, own);
}
