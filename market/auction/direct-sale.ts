/** What a sale at a hybrid's price does to its auction. */
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
 * A sale at the price of a hybrid leaves one licence less to bid for: what a new bidder has to offer
 * may rise by it. The caller holds the listing. Nothing happens where there is no auction.
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
