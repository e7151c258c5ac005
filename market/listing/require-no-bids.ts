/** What stops changes of a listing that somebody bids on. */
import type { Database } from "../../db/client.ts";
import { findAuction } from "../../db/queries/auctions/auctions.ts";
import { MarketError } from "../errors.ts";

/**
 * Lets pass what nobody has bid on: after the first bid, file and terms stay what is bid on. The
 * caller holds the listing's lock, which every bid takes too. Errors: auction_has_bids.
 */
export async function requireNoBids(tx: Database, listingId: string): Promise<void> {
  const auction = await findAuction(tx, listingId);
  if (auction === null || auction.closedAt !== null || auction.bidCount === 0) return;
  throw new MarketError(
    "auction_has_bids",
    `It has bids: file and terms stay as they are until it ends at ${auction.endsAt.toISOString()}.`,
  );
}
