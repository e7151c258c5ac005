import type { ListingWithUpload, UploadRow } from "../../db/queries/listings/listings.ts";
import type { Config } from "../../platform/config.ts";
import type { Context } from "../context.ts";
import { summarizeChanges } from "../profile/drift/summarize.ts";
import { viewSuspension } from "../suspension.ts";
import { view } from "../view.ts";
import { draftExpiresAt } from "./expiry/rules.ts";
import { viewOffers } from "./pricing/auction-view.ts";
import { currentOffers, noOffers, type Offers, statedPriceCents } from "./pricing/offers.ts";
import type { AuctionBody } from "./pricing/schemas.ts";
import { viewProvenance } from "./provenance/rules.ts";
import { draftBlockers, publishBlockers, sampleStatus, takesChanges, uploadSlot } from "./rules.ts";
import { type JobView, type ListingView, listingView } from "./schemas.ts";
import { sellerReceives } from "./seller-receives.ts";

type Viewer = Pick<Context, "now"> & {
  config: Pick<
    Config,
    "PUBLIC_BASE_URL" | "CURRENCY" | "PLATFORM_FEE_BPS" | "DRAFT_TTL_DAYS" | "DRAFT_WARNING_DAYS"
  >;
};

/** A listing as its own seller sees it. */
export function viewListing({ config, now }: Viewer, row: ListingWithUpload): ListingView {
  const { listing, upload } = row;
  const slot = uploadSlot(listing);
  return view(listingView, listing, {
    category: listing.category as ListingView["category"],
    price_cents: statedPriceCents(listing),
    offers: viewOwnOffers({ config, now }, row),
    auction: listing.auctionTerms,
    plans: listing.plans ?? [],
    ...sellerReceives(
      { ...listing, priceCents: statedPriceCents(listing) },
      { feeBps: config.PLATFORM_FEE_BPS, currency: config.CURRENCY },
    ),
    ...viewProvenance(listing),
    ...(row.columnDescriptions === undefined
      ? {}
      : { column_descriptions: row.columnDescriptions }),
    ...(row.contract === undefined ? {} : { contract: row.contract }),
    currency: config.CURRENCY,
    schema: { format: listing.schemaFormat },
    full_data_path: upload?.storagePath ?? null,
    sample_file_path: upload?.samplePath ?? null,
    data_profile: viewDataProfile(row),
    suspension: viewSuspension(listing),
    next_version: slot === "next" ? viewNextVersion(row) : null,
    publish_blockers: slot === "current" ? draftBlockers({ ...listing, upload }, now()) : [],
    expires_at:
      listing.status === "draft" ? draftExpiresAt(listing, config, now()).toISOString() : null,
    links: viewLinks(config.PUBLIC_BASE_URL, row),
  });
}

/** A draft's offers are shown as if it were published. */
function viewOwnOffers({ config, now }: Viewer, { listing, auction }: ListingWithUpload): Offers {
  const { status, auctionTerms: terms } = listing;
  if (status === "draft") {
    const first = terms === null ? null : openingOffer(terms);
    return currentOffers(listing, first, config.CURRENCY);
  }
  if (status !== "active") return noOffers;
  return viewOffers(config, { listing, auction }, now());
}

const openingOffer = ({ start_price_cents }: AuctionBody) =>
  ({
    state: "scheduled",
    reserve_met: false,
    next_minimum_bid_cents: start_price_cents,
  }) as const;

function viewNextVersion(row: ListingWithUpload): ListingView["next_version"] {
  const { next } = row;
  const { title, description } = row.listing;
  return {
    full_data_path: next?.storagePath ?? null,
    sample_file_path: next?.samplePath ?? null,
    data_profile: {
      ...viewJob(next),
      format: next?.format ?? null,
      byte_size: next?.byteSize ?? null,
      sha256: next?.sha256 ?? null,
    },
    ...(row.nextChanges === undefined ? {} : { changes: viewNextChanges(row) }),
    publish_blockers: publishBlockers({ title, description, upload: next }),
  };
}

function viewNextChanges({ listing, nextChanges }: ListingWithUpload) {
  if (!nextChanges?.sentences || !nextChanges.rows) return null;
  const { sentences, rows } = nextChanges;
  return summarizeChanges({ fromVersion: listing.version, sentences, rows });
}

function viewDataProfile({ listing, upload }: ListingWithUpload): ListingView["data_profile"] {
  return {
    ...viewJob(upload),
    format: listing.format,
    byte_size: listing.byteSize ?? upload?.byteSize ?? null,
    sha256: listing.sha256,
    row_count: listing.rowCount,
    column_count: listing.columnCount,
    quality_score: listing.qualityScore,
  };
}

/** The state of the file's sample job; empty before there is a file. */
function viewJob(upload: UploadRow | null): JobView {
  if (upload === null) return {};
  // A reopened upload shows what its files lack; a superseded one shows nothing.
  if (upload.errorCode !== null && upload.state !== "superseded") {
    const error = { code: upload.errorCode, detail: upload.errorDetail ?? "" };
    return { auto_sample_status: "no_sample", error };
  }
  const status = sampleStatus(upload.state);
  if (status !== undefined) return { auto_sample_status: status };
  return upload.progress === null ? {} : { progress: upload.progress };
}

function viewLinks(baseUrl: string, { listing }: ListingWithUpload): Record<string, string> {
  const self = `${baseUrl}/listings/${listing.id}`;
  const versions = `${self}/versions`;
  const dataset = `${baseUrl}/datasets/${listing.id}`;
  const bids: Record<string, string> =
    listing.auctionTerms === null ? {} : { bids: `${dataset}/bids` };
  const making = {
    update: `${baseUrl}/listings/draft/${listing.id}`,
    upload_urls: `${self}/upload-urls`,
    publish: `${self}/publish`,
  };
  if (listing.status === "withdrawn" || listing.status === "sold")
    return { self, versions, ...bids };
  const looks: Record<string, string> =
    listing.currentUploadId === null
      ? {}
      : { sample: `${self}/sample`, profile: `${self}/profile` };
  if (listing.status === "draft") return { self, ...making, ...looks };
  return {
    self,
    versions,
    ...looks,
    withdraw: `${self}/withdraw`,
    ...(takesChanges(listing) ? { change: self } : {}),
    ...(listing.status === "active" ? { dataset } : {}),
    ...bids,
    ...(uploadSlot(listing) === "next" ? making : {}),
  };
}
