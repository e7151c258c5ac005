/** A person's threads: those of the account as a buyer, and those of its seller agents. */
import { and, count, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, threads } from "../../schema/index.ts";
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
