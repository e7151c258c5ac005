import type { Database } from "../../db/client.ts";
import {
  countDirectSales,
  lockAuction,
  updateAuction,
} from "../../db/queries/auctions/auctions.ts";
import { rankBidders } from "../../db/queries/auctions/bids.ts";
import { spendingStates } from "../account/rules.ts";
import { standingOf, termsOf } from "./row-standing.ts";
import { nextMinimumCents } from "./standing.ts";

/**
 * A hybrid's direct sale leaves one licence less for bidders, which may raise the minimum bid.
 * The caller holds the listing's lock. Does nothing without an auction.
 */
export async function countInDirectSale(tx: Database, listingId: string): Promise<void> {
  const auction = await lockAuction(tx, listingId);
  if (auction === null) return;
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const standing = standingOf(auction, await rankBidders(tx, listingId));
  const nextMinimum = nextMinimumCents(termsOf(auction, sales), standing);
  if (nextMinimum === auction.nextMinimumCents) return;
  await updateAuction(tx, listingId, { nextMinimumCents: nextMinimum });
}
