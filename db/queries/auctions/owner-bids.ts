/** Auctions in which a person has bid, with any key. */
import { and, count, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { apiKeys, auctionAwards, auctions, bids, listings } from "../../schema/index.ts";
import type { BidOutcome } from "../../vocabulary/auction.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import { shownKeyName } from "../connections/shown-names.ts";
import type { AuctionRow } from "./auctions.ts";
import type { AwardRow } from "./awards.ts";
import type { BidRow } from "./bids.ts";

export type OwnBidRow = {
  /** The current maximum, or the last one after the end. */
  bid: BidRow;
  auction: AuctionRow;
  listing: { title: string; status: ListingStatus };
  key: { id: string; name: string };
  /** The result; null while the auction is open, and for a bidder who won nothing. */
  award: AwardRow | null;
};

/** One page of the account's valid bids, latest first, and their total number. */
export async function pageOwnBids(
  db: Database,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OwnBidRow[]; total: number }> {
  const where = standing(db, accountId);
  const [rows, totals] = await Promise.all([
    selectBids(db, accountId).where(where).orderBy(desc(bids.id)).limit(limit).offset(offset),
    db.select({ total: count() }).from(bids).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** The valid bids made with one key, latest first. */
export function readStandingBidsOfKey(
  db: Database,
  { accountId, apiKeyId }: { accountId: string; apiKeyId: string },
  rowsMax: number,
): Promise<OwnBidRow[]> {
  return selectBids(db, accountId)
    .where(and(standing(db, accountId), eq(bids.apiKeyId, apiKeyId)))
    .orderBy(desc(bids.id))
    .limit(rowsMax);
}

/** By any key of the account, using the index of keys' valid bids. */
function standing(db: Database, accountId: string): SQL | undefined {
  const own = db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.accountId, accountId));
  return and(bids.isCurrent, inArray(bids.apiKeyId, own));
}

function selectBids(db: Database, accountId: string) {
  return db
    .select({
      bid: bids,
      auction: auctions,
      listing: { title: listings.title, status: listings.status },
      key: { id: apiKeys.id, name: shownKeyName },
      award: auctionAwards,
    })
    .from(bids)
    .innerJoin(auctions, eq(auctions.listingId, bids.listingId))
    .innerJoin(listings, eq(listings.id, bids.listingId))
    .innerJoin(apiKeys, eq(apiKeys.id, bids.apiKeyId))
    .leftJoin(
      auctionAwards,
      and(eq(auctionAwards.listingId, bids.listingId), eq(auctionAwards.accountId, accountId)),
    );
}

const payable = sql`${auctionAwards.state} in ('unpaid', 'offered')`;
const won = sql`${auctionAwards.state} in ('won', 'charging', 'paid')`;
const outcomes: Record<BidOutcome, SQL> = {
  open: sql`${auctions.closedAt} is null`,
  won,
  to_pay: payable,
  lost: sql`${auctions.closedAt} is not null
    and (${auctionAwards.id} is null or ${auctionAwards.state} = 'lapsed')`,
};

/** The account's valid bids, latest first; `after` is the last bid of the previous page. */
export function readStandingBids(
  db: Database,
  accountId: string,
  page: {
    outcome: BidOutcome | undefined;
    listingId: string | undefined;
    after: string | null;
    rowsMax: number;
  },
): Promise<OwnBidRow[]> {
  const { outcome, listingId, after, rowsMax } = page;
  return selectBids(db, accountId)
    .where(
      and(
        standing(db, accountId),
        outcome === undefined ? undefined : outcomes[outcome],
        listingId === undefined ? undefined : eq(bids.listingId, listingId),
        after === null ? undefined : lt(bids.id, after),
      ),
    )
    .orderBy(desc(bids.id))
    .limit(rowsMax);
}
