import type { Database } from "../../db/client.ts";
import { findAuction } from "../../db/queries/auctions/auctions.ts";
import { MarketError } from "../errors.ts";

/**
 * Refuses once somebody has bid: the first bid freezes the file and terms. The
 * caller holds the listing's lock, which every bid takes too. Errors: auction_has_bids.
 */
export async function requireNoBids(tx: Database, listingId: string): Promise<void> {
  const auction = await findAuction(tx, listingId);
  if (auction === null || auction.closedAt !== null || auction.bidCount === 0) return;
  throw new MarketError(
    "auction_has_bids",
    `It has bids, so its file and terms cannot change until the auction ends at ${auction.endsAt.toISOString()}.`,
  );
}
