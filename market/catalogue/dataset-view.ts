/** How a listing on sale is shown to everybody, as a dataset. */
import type { CatalogueRow } from "../../db/queries/catalogue/catalogue.ts";
import type { Config } from "../../platform/config.ts";
import { viewAuction } from "../auction/auction-view.ts";
import type { Context } from "../context.ts";
import { isFree } from "../pricing.ts";
import { isBuyable } from "./rules.ts";
import type { DatasetItem } from "./schemas.ts";

type Viewer = Pick<Context, "now"> & { config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY"> };

/** A listing as the public sees it: no storage path, no address of its owner. */
export function viewDataset({ config, now }: Viewer, row: CatalogueRow): DatasetItem {
  const { listing, seller } = row;
  if (listing.publishedAt === null) throw new Error(`listing ${listing.id} is not published`);
  const free = isFree(listing);
  const auction = row.auction === null ? null : viewAuction(config, row.auction, now());
  const buyable = isBuyable(listing, auction);
  const open = auction?.state === "open";
  const self = `${config.PUBLIC_BASE_URL}/datasets/${listing.id}`;
  return {
    id: listing.id,
    title: listing.title,
    description: listing.description,
    category: listing.category as DatasetItem["category"],
    tags: listing.tags,
    license: listing.license,
    pricing_type: listing.pricingType,
    price_cents: listing.priceCents,
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
    version: listing.version,
    seller,
    published_at: listing.publishedAt.toISOString(),
    updated_at: listing.updatedAt.toISOString(),
    capabilities: {
      sample: row.sampleReady,
      profile: row.profileReady,
      download: free,
      buy: buyable,
      bid: open,
    },
    links: {
      self,
      ...(row.sampleReady ? { sample: `${self}/sample` } : {}),
      ...(row.profileReady ? { profile: `${self}/profile` } : {}),
      croissant: `${self}/croissant`,
      ...(free ? { download: `${self}/download-url`, file: `${self}/file` } : {}),
      ...(buyable ? { buy: `${self}/buy` } : {}),
      ...(auction === null ? {} : { bids: `${self}/bids` }),
    },
  };
}
