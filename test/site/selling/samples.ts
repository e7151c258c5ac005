/** An account's listings in every state, for the tests of each page. */

import type { FileFindings } from "../../../db/queries/catalogue/findings.ts";
import { MarketError } from "../../../market/errors.ts";
import type { ImportView } from "../../../market/listing/import/schemas.ts";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import { noProvenance, viewProvenance } from "../../../market/listing/provenance/rules.ts";
import type { OwnerListingView } from "../../../market/listing/read.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const address = "http://localhost/datasets/1";

type SellingPages = Pick<
  AccountUseCases,
  | "listListings"
  | "sellerName"
  | "startDraft"
  | "getOwnListing"
  | "readOwnTrial"
  | "receiveFile"
  | "issueUrls"
  | "getUpload"
  | "signMissing"
  | "attachFile"
  | "uploadOrigin"
  | "startImport"
  | "listImports"
  | "cancelImport"
  | "retryImport"
  | "getFindings"
  | "previewDataset"
  | "changeDraft"
  | "changeOnSale"
  | "publish"
  | "openVersion"
  | "discardVersion"
  | "withdraw"
  | "deleteDraft"
>;

export function sampleSelling(name: string): SellingPages {
  const listings = sampleListings(name);
  const found = async (_: unknown, id: string) => {
    const listing = listings.find((one) => one.id === id);
    if (listing === undefined) throw new MarketError("listing_not_found", "No such listing.");
    return listing;
  };
  const notHere = async () => {
    throw new MarketError("listing_not_found", "No such listing.");
  };
  return {
    listListings: async () => ({ items: listings, total: 87 }),
    sellerName: async () => name,
    startDraft: async (_, { title }) => {
      if (title !== "faulty") return found(null, sampleId(5));
      const faults = [{ pointer: "/title", code: "too_big", detail: "is too long" }];
      throw new MarketError("invalid_request", "It is too long.", { faults });
    },
    getOwnListing: found,
    readOwnTrial: async ({ trial }) =>
      trial && {
        ...trial,
        ...({ status: "failed", byte_size: null, sha256: null } as const),
        error: { code: "too_many_rows", detail: `Half of the rows. ${name}` },
      },
    receiveFile: found,
    getFindings: async () => sampleFindings(name),
    // The preview is tested over the whole service, because it is the dataset's own page.
    previewDataset: notHere,
    issueUrls: notHere,
    getUpload: notHere,
    signMissing: notHere,
    attachFile: found,
    startImport: async (_, id, body) => {
      const { from } = body as { from: string };
      if (!from.startsWith("http")) {
        const faults = [{ pointer: "/from", code: "url_not_allowed", detail: "is not an address" }];
        throw new MarketError("invalid_request", "It is not an address.", { faults });
      }
      return sampleImport(id, from);
    },
    listImports: async (_, id) => ({
      items: [
        sampleImport(id, `https://data.example.org/${name}.csv`),
        {
          ...sampleImport(id, `s3://bucket/${longTitle}`),
          ...{ state: "failed", failures: 8, ended_at: isoAt(2) },
          problem: { code: "answered_error", detail: "The server answered with status 403." },
        },
      ],
      pagination: {
        ...{ limit: 20, offset: 0, total: 2, total_is_exact: true },
        ...{ has_more: false, next_cursor: null },
      },
    }),
    cancelImport: async (_, id) => sampleImport(id, "https://data.example.org/x.csv"),
    retryImport: async (_, id) => sampleImport(id, "https://data.example.org/x.csv"),
    uploadOrigin: async () => "https://bucket.example",
    changeDraft: found,
    changeOnSale: found,
    publish: found,
    openVersion: found,
    discardVersion: found,
    withdraw: found,
    deleteDraft: async (_, id) => ({ id, deleted: true }),
  };
}

function sampleImport(id: string, from: string): ImportView {
  return {
    ...{ id: sampleId(1), listing_id: id, from, kind: "file", state: "running" },
    ...{ bytes_done: 12_345_678, bytes_total: 98_765_432, files_done: 0, files_total: 1 },
    ...{ failures: 0, next_attempt_at: null, problem: null, created_at: isoAt(1), ended_at: null },
  };
}

function sampleFindings(name: string): FileFindings {
  const missing = { code: "missing_values", detail: `31 of 3,201 values are missing. ${name}` };
  const personal = { code: "personal_data", detail: "118 values look like e-mail addresses." };
  return {
    score: 0.87,
    alerts: [{ code: "duplicate_rows", detail: "12 rows repeat another row." }],
    columns: [
      { name, pii: [{ kind: "email", count: 118, ratio: 0.98 }], alerts: [personal] },
      { name: "note", pii: [{ kind: "secret", count: 1, ratio: 0.001 }], alerts: [personal] },
      { name: "wind", pii: [], alerts: [missing] },
      { name: "rain", pii: [], alerts: [{ code: "skewed", detail: "The skewness is 7." }] },
    ],
    columnsFound: 12,
  } as FileFindings;
}

const priced = (priceCents: number) =>
  currentOffers({ priceCents, pricingType: "buy_it_now" }, null, "usd");

function sampleListings(name: string): OwnerListingView[] {
  const noProfile = { row_count: null, column_count: null, quality_score: null };
  const file = { format: "csv", byte_size: 48_204_112, sha256: "9f86" };
  const listing: OwnerListingView = {
    id: sampleId(1),
    status: "active",
    title: name,
    description: name,
    category: "sensor",
    tags: [],
    license: null,
    pricing_type: "buy_it_now",
    auction: null,
    plans: [],
    trial: { rows: 500, price_cents: 150 },
    distributions: "full",
    price_cents: 24_950,
    offers: priced(24_950),
    fee_bps: 500,
    seller_receives_cents: 23_703,
    start_price_receives_cents: null,
    reserve_price_receives_cents: null,
    seller_receives: "You receive $237.03 of $249.50. The fee is 5% of each sale.",
    ...viewProvenance(noProvenance),
    currency: "usd",
    schema: { format: null },
    full_data_path: "a/b",
    sample_file_path: "a/c",
    data_profile: { ...noProfile, ...file, auto_sample_status: "generated" },
    version: 2,
    next_version: null,
    publish_blockers: [],
    suspension: null,
    created_at: isoAt(-40),
    updated_at: isoAt(-1),
    published_at: isoAt(-39),
    withdrawn_at: null,
    expires_at: null,
    links: { dataset: address, withdraw: address, change: address },
    agent: { id: sampleId(2), agent_name: name },
  };
  const making = { update: address, publish: address };
  const none = { format: null, byte_size: null, sha256: null };
  const error = { code: "file_not_readable", detail: `Line 12 has 9 cells, the head 8. ${name}` };
  const failed = { ...noProfile, ...none, auto_sample_status: "no_sample", error } as const;
  const reason = `Not licensed. ${name}`;
  const suspension = { by: "listing", reason, suspended_at: isoAt(-1) } as const;
  const progress = { phase: "read", bytes_done: 400, bytes_total: 1000 };
  return [
    listing,
    {
      ...listing,
      id: sampleId(2),
      title: longTitle,
      status: "draft",
      data_profile: failed,
      links: making,
    },
    {
      ...listing,
      id: sampleId(3),
      title: "Bird counts of 1,000 gardens",
      price_cents: 0,
      offers: priced(0),
      next_version: {
        full_data_path: "a/d",
        sample_file_path: null,
        data_profile: { ...none, progress },
        publish_blockers: [],
      },
    },
    { ...listing, id: sampleId(4), status: "suspended", suspension },
    {
      ...listing,
      id: sampleId(5),
      status: "draft",
      expires_at: isoAt(12),
      full_data_path: null,
      data_profile: { ...noProfile, ...none },
      description: "",
      price_cents: 0,
      offers: priced(0),
      links: making,
      publish_blockers: [
        { pointer: "/description", code: "missing", detail: "A description is needed." },
        { pointer: "/full_data_path", code: "file_missing", detail: "Ask for an upload URL." },
      ],
    },
    {
      ...listing,
      id: sampleId(6),
      title: name,
      status: "draft",
      links: making,
      data_profile: { ...noProfile, ...none, progress },
      publish_blockers: [
        { pointer: "/auction/ends_at", code: "too_early", detail: `It runs 10 minutes. ${name}` },
      ],
      auction: {
        starts_at: null,
        ends_at: isoAt(3),
        start_price_cents: 500,
        reserve_price_cents: 900,
        licenses: 1,
      },
      pricing_type: "hybrid",
    },
    { ...listing, id: sampleId(7), status: "draft", version: 0, links: making },
  ];
}
