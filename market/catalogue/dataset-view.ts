import type { CatalogueRow } from "../../db/queries/catalogue/catalogue.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import type { StarCounts } from "../../db/vocabulary/review.ts";
import type { Config } from "../../platform/config.ts";
import type { Context } from "../context.ts";
import { licenseGroups } from "../facts/license-groups.ts";
import { viewAuction } from "../listing/pricing/auction-view.ts";
import { currentOffers, statedPriceCents } from "../listing/pricing/offers.ts";
import { ratingOf } from "../seller/rules.ts";
import { viewShownSeller } from "../seller/shown-seller.ts";
import { hidesSample } from "./rules.ts";
import type { DatasetItem } from "./schemas.ts";

type Viewer = Pick<Context, "now"> & { config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY"> };

const noStars: StarCounts = [0, 0, 0, 0, 0];

function viewFacts(listing: ListingRow) {
  const terms = listing.licenseTerms ?? [];
  return {
    covers_from: listing.coversFrom,
    covers_to: listing.coversTo,
    covers_precision: listing.coversPrecision,
    bbox: listing.bbox,
    countries: listing.countries,
    languages: listing.languages,
    has_personal_data: listing.hasPersonalData,
    license_id: listing.licenseId,
    license_groups: licenseGroups.filter((group) => terms.includes(group)),
  };
}

/** A listing as the public sees it, without storage paths or its owner's address. */
export function viewDataset({ config, now }: Viewer, row: CatalogueRow): DatasetItem {
  const { listing, seller } = row;
  if (listing.publishedAt === null) throw new Error(`listing ${listing.id} is not published`);
  const auction = row.auction === null ? null : viewAuction(config, row.auction, now());
  const offers = currentOffers(listing, auction, config.CURRENCY);
  const free = offers.is_free;
  const buyable = offers.buy_now_cents !== null;
  const open = auction?.state === "open";
  const hasSample = row.sampleReady && !hidesSample(listing);
  const self = `${config.PUBLIC_BASE_URL}/datasets/${listing.id}`;
  return {
    id: listing.id,
    title: listing.title,
    description: listing.description,
    category: listing.category as DatasetItem["category"],
    tags: listing.tags,
    license: listing.license,
    pricing_type: listing.pricingType,
    price_cents: statedPriceCents(listing),
    offers,
    auction,
    currency: config.CURRENCY,
    status: "active",
    format: listing.format,
    compression: listing.compression,
    byte_size: listing.byteSize,
    row_count: listing.rowCount,
    column_count: listing.columnCount,
    quality_score: listing.qualityScore,
    sha256: listing.sha256,
    file_count: listing.fileCount,
    version: listing.version,
    seller: viewShownSeller(seller),
    rating: ratingOf(row.starCounts ?? noStars),
    published_at: listing.publishedAt.toISOString(),
    updated_at: listing.updatedAt.toISOString(),
    version_published_at: (listing.versionPublishedAt ?? listing.publishedAt).toISOString(),
    ...viewFacts(listing),
    capabilities: {
      sample: hasSample,
      profile: row.profileReady,
      download: free,
      buy: buyable,
      bid: open,
    },
    links: {
      self,
      ...(hasSample ? { sample: `${self}/sample` } : {}),
      ...(row.profileReady ? { profile: `${self}/profile` } : {}),
      ...(row.profileReady
        ? { joinable: `${config.PUBLIC_BASE_URL}/datasets?joinable_with=${listing.id}` }
        : {}),
      croissant: `${self}/croissant`,
      prices: `${self}/prices`,
      reviews: `${self}/reviews`,
      seller: `${config.PUBLIC_BASE_URL}/sellers/${seller.id}`,
      ...(listing.version > 1 ? { changes: `${self}/changes` } : {}),
      ...(listing.fileCount === null ? {} : { files: `${self}/files` }),
      ...(free && listing.fileCount !== null ? { manifest: `${self}/manifest` } : {}),
      ...(free ? { download: `${self}/download-url`, file: `${self}/file` } : {}),
      ...(buyable ? { buy: `${self}/buy` } : {}),
      ...(auction === null ? {} : { bids: `${self}/bids` }),
    },
  };
}
