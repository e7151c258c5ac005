import type { Database } from "../../../db/client.ts";
import { findPriceStanding } from "../../../db/queries/listings/listing-changes.ts";
import type { ListingRow } from "../../../db/queries/listings/listings.ts";
import { statedPriceCents } from "../../listing/pricing/offers.ts";
import { LOWEST_PRICE_DAYS } from "../limits.ts";
import type { PriceStandingView } from "./schemas.ts";

type Listing = Pick<ListingRow, "id" | "priceCents" | "statedPriceCents" | "publishedAt">;

/** Compares the current price with earlier ones, for a dataset's detail. */
export async function viewPriceStanding(
  db: Database,
  listing: Listing,
): Promise<PriceStandingView> {
  const { id, publishedAt } = listing;
  const found = await findPriceStanding(db, id, LOWEST_PRICE_DAYS);
  if (found === null) {
    return {
      since: (publishedAt ?? new Date(0)).toISOString(),
      changes: 0,
      previous_price_cents: null,
      lowest_price_cents: statedPriceCents(listing),
      lowest_price_before_cents: null,
    };
  }
  return {
    since: found.changedAt.toISOString(),
    changes: found.changes,
    previous_price_cents: found.previousCents,
    lowest_price_cents: found.lowestCents,
    lowest_price_before_cents: found.lowestBeforeCents,
  };
}
