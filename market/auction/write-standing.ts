/** Writes an auction's standing after a bid was placed or removed, and the listing's resulting price. */

import type { Database } from "../../db/client.ts";
import {
  type AuctionChange,
  type AuctionRow,
  updateAuction,
  writePrice,
} from "../../db/queries/auctions/auctions.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { priceAmongBids } from "../listing/pricing/offers.ts";

/** The caller has locked the listing, then the auction. */
export async function writeStanding(
  tx: Database,
  listing: ListingRow,
  change: AuctionChange,
): Promise<AuctionRow> {
  const changed = await updateAuction(tx, listing.id, change);
  await writePrice(tx, listing.id, priceAmongBids(listing, changed));
  return changed;
}
