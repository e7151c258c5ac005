/** A thread with everything that one of its sides sees. */
import { and, count, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { agents, listings, messages, threadSides, threads } from "../../schema/index.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import type { ThreadSide } from "../../vocabulary/message.ts";

export type ThreadRow = typeof threads.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;

export type ThreadDetail = {
  thread: ThreadRow;
  listing: { title: string; status: ListingStatus };
  agentName: string;
  latest: MessageRow;
  /** Messages from the other side that this side has not read. */
  unread: number;
};

/** The threads of a query as seen by `side`, which may depend on the row. */
export function selectDetails(db: Database, side: ThreadSide | SQL<ThreadSide>) {
  const latest = alias(messages, "latest");
  const unread = db
    .select({ total: count() })
    .from(messages)
    .where(
      and(
        eq(messages.threadId, threads.id),
        gt(messages.position, threadSides.readPosition),
        ne(messages.side, side),
      ),
    );
  return db
    .select({
      thread: threads,
      listing: { title: listings.title, status: listings.status },
      agentName: agents.agentName,
      latest,
      unread: sql<number>`(${unread})`.mapWith(Number),
    })
    .from(threads)
    .innerJoin(listings, eq(listings.id, threads.listingId))
    .innerJoin(agents, eq(agents.id, threads.sellerAgentId))
    .innerJoin(threadSides, and(eq(threadSides.threadId, threads.id), eq(threadSides.side, side)))
    .innerJoin(
      latest,
      and(eq(latest.threadId, threads.id), eq(latest.position, threads.messageCount)),
    );
}
