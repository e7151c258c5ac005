/** The auctions in which a person has bid, by whichever key. */
import { and, count, desc, eq, inArray } from "drizzle-orm";
import type { ListingStatus } from "../../../market/vocabulary.ts";
import type { Database } from "../../client.ts";
import { apiKeys, auctionAwards, auctions, bids, listings } from "../../schema/index.ts";
import type { AuctionRow } from "./auctions.ts";
import type { AwardRow } from "./awards.ts";
import type { BidRow } from "./bids.ts";

export type OwnBidRow = {
  /** The present maximum, or the last one after the end. */
  bid: BidRow;
  auction: AuctionRow;
  listing: { title: string; status: ListingStatus };
  key: { id: string; name: string };
  /** What came of it; null while it is open, and for who won nothing. */
  award: AwardRow | null;
};

/** One page of the account's bids that stand, the latest first, and how many there are in all. */
export async function pageOwnBids(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnBidRow[]; total: number }> {
  const own = db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
  const where = and(bids.isCurrent, inArray(bids.apiKeyId, own));
  const [rows, totals] = await Promise.all([
    db
      .select({
        bid: bids,
        auction: auctions,
        listing: { title: listings.title, status: listings.status },
        key: { id: apiKeys.id, name: apiKeys.name },
        award: auctionAwards,
      })
      .from(bids)
      .innerJoin(auctions, eq(auctions.listingId, bids.listingId))
      .innerJoin(listings, eq(listings.id, bids.listingId))
      .innerJoin(apiKeys, eq(apiKeys.id, bids.apiKeyId))
      .leftJoin(
        auctionAwards,
        and(eq(auctionAwards.listingId, bids.listingId), eq(auctionAwards.accountId, accountId)),
      )
      .where(where)
      .orderBy(desc(bids.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(bids).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
