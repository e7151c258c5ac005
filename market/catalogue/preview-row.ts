/** A draft's row as if it were on sale from now on, for its seller's preview. Pure. */
import type { CatalogueRow } from "../../db/queries/catalogue/catalogue.ts";
import { offeredPriceCents, openingOf } from "../listing/rules.ts";

const noBidsYet = {
  reserveMet: false,
  bidCount: 0,
  lastPosition: 0,
  bidderCount: 0,
  closedAt: null,
  outcome: null,
};

/** A published row stays unchanged. */
export function asIfOnSale(row: CatalogueRow, now: Date): CatalogueRow {
  const { listing } = row;
  if (listing.publishedAt !== null) return row;
  const { auctionTerms } = listing;
  return {
    ...row,
    listing: {
      ...listing,
      version: 1,
      publishedAt: now,
      versionPublishedAt: now,
      priceCents: offeredPriceCents(listing),
    },
    auction:
      auctionTerms === null
        ? null
        : { listingId: listing.id, ...noBidsYet, ...openingOf(auctionTerms, now) },
  };
}
