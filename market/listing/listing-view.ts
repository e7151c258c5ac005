import type { ListingWithUpload } from "../../db/queries/listings.ts";
import type { Config } from "../../platform/config.ts";
import { isEditable, publishBlockers, sampleStatus } from "./rules.ts";
import type { ListingView } from "./schemas.ts";

type ViewConfig = Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">;

/** A listing as its own seller sees it. */
export function viewListing(config: ViewConfig, row: ListingWithUpload): ListingView {
  const { listing, upload } = row;
  return {
    id: listing.id,
    status: listing.status,
    title: listing.title,
    description: listing.description,
    category: listing.category as ListingView["category"],
    tags: listing.tags,
    license: listing.license,
    pricing_type: listing.pricingType,
    price_cents: listing.priceCents,
    currency: config.CURRENCY,
    schema: { format: listing.schemaFormat },
    full_data_path: upload?.storagePath ?? null,
    sample_file_path: upload?.samplePath ?? null,
    data_profile: viewDataProfile(row),
    publish_blockers: isEditable(listing.status)
      ? publishBlockers({ title: listing.title, description: listing.description, upload })
      : [],
    created_at: listing.createdAt.toISOString(),
    updated_at: listing.updatedAt.toISOString(),
    published_at: listing.publishedAt?.toISOString() ?? null,
    withdrawn_at: listing.withdrawnAt?.toISOString() ?? null,
    links: viewLinks(config.PUBLIC_BASE_URL, row),
  };
}

function viewDataProfile({ listing, upload }: ListingWithUpload): ListingView["data_profile"] {
  const status = sampleStatus(upload?.state ?? null);
  const facts = {
    format: listing.format,
    byte_size: listing.byteSize ?? upload?.byteSize ?? null,
    sha256: listing.sha256,
    row_count: listing.rowCount,
    column_count: listing.columnCount,
    quality_score: listing.qualityScore,
  };
  if (upload === null) return facts;
  if (status === undefined) {
    return upload.progress === null ? facts : { ...facts, progress: upload.progress };
  }
  if (upload.errorCode === null) return { auto_sample_status: status, ...facts };
  const error = { code: upload.errorCode, detail: upload.errorDetail ?? "" };
  return { auto_sample_status: status, error, ...facts };
}

function viewLinks(baseUrl: string, { listing }: ListingWithUpload): Record<string, string> {
  const self = `${baseUrl}/listings/${listing.id}`;
  if (listing.status === "active") {
    return {
      self,
      withdraw: `${self}/withdraw`,
      dataset: `${baseUrl}/datasets/${listing.id}`,
    };
  }
  if (listing.status === "withdrawn") return { self };
  return {
    self,
    update: `${baseUrl}/listings/draft/${listing.id}`,
    upload_urls: `${self}/upload-urls`,
    publish: `${self}/publish`,
  };
}
