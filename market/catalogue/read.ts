/** Public reads of one dataset and of the categories. */

import { fileKey } from "../../db/changes.ts";
import { findBundlesWith } from "../../db/queries/bundles/bundles.ts";
import {
  type CatalogueRow,
  countCategories,
  type DatasetStructure,
  findDataset,
  findOwnDataset,
  findProfileText,
  findStructure,
} from "../../db/queries/catalogue/catalogue.ts";
import {
  findCheaperIdentical,
  type IdenticalDatasets,
} from "../../db/queries/catalogue/identical-datasets.ts";
import { type FileTwins, readTwins } from "../../db/queries/catalogue/twins.ts";
import { countFollowers } from "../../db/queries/follows/follows.ts";
import { findContract } from "../../db/queries/listings/contract-checks.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { pageUploadFiles } from "../../db/queries/listings/upload-files.ts";
import { findChangesSummary } from "../../db/queries/listings/version-changes.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { PAID_PRICE_CENTS_MIN } from "../limits.ts";
import { viewProvenance } from "../listing/provenance/rules.ts";
import { isFree } from "../pricing.ts";
import { summarizeChanges } from "../profile/drift/summarize.ts";
import { explainNoSample } from "../profile/no-sample.ts";
import type { Profile } from "../profile/schemas.ts";
import { FOLLOWERS_COUNTED_MAX } from "../seller/limits.ts";
import { serviceTitle } from "../service.ts";
import { categories } from "../vocabulary.ts";
import { describeAsCroissant } from "./croissant.ts";
import type { FolderFile } from "./croissant-folder.ts";
import type { ParquetTable } from "./croissant-parquet.ts";
import { addProvenance } from "./croissant-provenance.ts";
import { viewDataset } from "./dataset-view.ts";
import { describeColumns, describedBy } from "./describe-columns.ts";
import {
  BUNDLES_SHOWN_MAX,
  CROISSANT_FILES_MAX,
  IDENTICAL_DATASETS_COUNTED_MAX,
  IDENTICAL_DATASETS_MAX,
} from "./limits.ts";
import { findOwnFile } from "./preview/find-own-file.ts";
import { asIfOnSale } from "./preview-row.ts";
import { viewPriceStanding } from "./price-history/view-standing.ts";
import { type RenderedSample, readProfile, readSample } from "./read-file.ts";
import { auctionChangesAt, earlier, hidesSample, type SampleWish } from "./rules.ts";
import type { CategoryView, Croissant, DatasetDetail, DatasetItem } from "./schemas.ts";
import { readTableColumns } from "./tables.ts";
import { viewTwin } from "./twin/find-twin.ts";
import { twinLinks } from "./twin/twin-links.ts";
import { viewTrial } from "./view-trial.ts";

/** All ten categories, including empty ones. */
export async function listCategories(ctx: Context): Promise<CategoryView[]> {
  const counts = new Map((await countCategories(ctx.db)).map((row) => [row.category, row]));
  return categories.map((category) => ({
    ...category,
    dataset_count: counts.get(category.id)?.datasets ?? 0,
    free_count: counts.get(category.id)?.free ?? 0,
  }));
}

/**
 * One active dataset with its columns, and where the same bytes are cheaper. `freshUntil`: when it changes
 * only by time; `fileKey`: other datasets' changes that affect it.
 * Errors: dataset_not_found.
 */
export async function getDataset(
  ctx: Context,
  datasetId: string,
): Promise<{ dataset: DatasetDetail; freshUntil: Date | undefined; fileKey: string | undefined }> {
  const row = await findDataset(ctx.db, datasetId);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  return viewDetail(ctx, row);
}

/** The full detail of a catalogue row, or of a draft as if it were on sale. */
async function viewDetail(
  ctx: Context,
  row: CatalogueRow,
): Promise<{ dataset: DatasetDetail; freshUntil: Date | undefined; fileKey: string | undefined }> {
  const { currentUploadId } = row.listing;
  const item = viewDataset(ctx, row);
  const [structure, identical, changes, priceHistory, twins, followers, promise, trial, bundled] =
    await Promise.all([
      currentUploadId === null ? noStructure : findStructure(ctx.db, currentUploadId),
      findIdentical(ctx, row.listing, item),
      findLatestChanges(ctx, row.listing),
      viewPriceStanding(ctx.db, row.listing),
      currentUploadId === null ? noTwins : readTwins(ctx.db, currentUploadId),
      countFollowers(ctx.db, { kind: "dataset", id: row.listing.id }, FOLLOWERS_COUNTED_MAX),
      findContract(ctx.db, row.listing.id),
      item.capabilities.buy ? viewTrial(ctx.db, row.listing) : null,
      findBundlesWith(ctx.db, row.listing.id, BUNDLES_SHOWN_MAX),
    ]);
  const { self = "" } = item.links;
  const offered = { self, isFree: isFree(row.listing) };
  const { datasets, count, changesAt } = identical;
  return {
    dataset: {
      ...item,
      links: { ...item.links, ...twinLinks(ctx.config, offered, twins.rows) },
      purchase_id: null,
      followers,
      plans: item.capabilities.buy ? (row.listing.plans ?? []) : [],
      trial,
      price_history: priceHistory,
      identical_to: datasets.map(({ id, title, priceCents, pricingType }) => ({
        id,
        title,
        price_cents: priceCents,
        currency: ctx.config.CURRENCY,
        pricing_type: pricingType,
      })),
      identical_count: count,
      bundles: bundled.map(({ id, title, priceCents, savingCents }) => ({
        id,
        title,
        price_cents: priceCents,
        saving_cents: savingCents,
      })),
      access_questions: isFree(row.listing) ? null : row.listing.accessQuestions,
      contract: promise?.terms ?? null,
      contract_checked_at: promise?.checkedAt?.toISOString() ?? null,
      no_sample: viewNoSample(hidesSample(row.listing) ? "hidden_by_seller" : row.noSampleCode),
      ...viewProvenance(row.listing),
      ...describeColumns(structure),
      changes,
    },
    freshUntil: earlier(auctionChangesAt(item.auction), changesAt ?? undefined),
    fileKey: item.sha256 === null ? undefined : fileKey(item.sha256),
  };
}

function viewNoSample(code: string | null): DatasetDetail["no_sample"] {
  return code === null ? null : { code, detail: explainNoSample(code) };
}

const noTwins: FileTwins = { isPending: null, rows: [] };
const noStructure: DatasetStructure = {
  columns: [],
  tables: [],
  documents: [],
  described: {},
  dictionaries: [],
};
/**
 * An agent's own draft as everybody will see it once it is on sale, with the file of its profile and
 * sample. Errors: listing_not_found, sample_not_available (no file yet, or its job runs).
 */
export async function previewDataset(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
): Promise<{ dataset: DatasetDetail; uploadId: string }> {
  const version = "current" as const;
  const file = await findOwnFile(ctx, agent, { listingId, version }, "sample_not_available");
  const row = await findOwnDataset(ctx.db, { listingId, agentId: agent.agentId });
  if (row === null) throw new MarketError("listing_not_found", "You have no listing with this id.");
  const { dataset } = await viewDetail(ctx, asIfOnSale(row, ctx.now()));
  return { dataset, uploadId: file.uploadId };
}

async function findLatestChanges(
  ctx: Context,
  { id: listingId, currentUploadId, version }: ListingRow,
): Promise<DatasetDetail["changes"]> {
  if (currentUploadId === null || version < 2) return null;
  const key = { uploadId: currentUploadId, listingId, version: version - 1 };
  const found = await findChangesSummary(ctx.db, key);
  return found === null ? null : summarizeChanges(found);
}

/** Skips the query if nothing can be cheaper. */
async function findIdentical(
  ctx: Context,
  listing: ListingRow,
  { sha256, offers, price_cents }: DatasetItem,
): Promise<IdenticalDatasets> {
  const belowCents = offers.pay_now_cents ?? price_cents;
  if (sha256 === null || belowCents === 0) return { datasets: [], count: 0, changesAt: null };
  return findCheaperIdentical(ctx.db, {
    sha256,
    exceptListingId: listing.id,
    belowCents,
    paidFromCents: PAID_PRICE_CENTS_MIN,
    now: ctx.now(),
    rowsMax: IDENTICAL_DATASETS_MAX,
    countedMax: IDENTICAL_DATASETS_COUNTED_MAX,
  });
}

/**
 * The profile of the current file, or of another table in it, as the worker's JSON text.
 * Errors: dataset_not_found, table_not_found, profile_not_available, storage_unavailable.
 */
export async function getProfile(ctx: Context, datasetId: string, table?: string): Promise<string> {
  return readProfile(ctx, { listingId: datasetId }, table);
}

/**
 * One active dataset as Croissant 1.1 JSON-LD, and its auction, because the offer changes with it.
 * Errors: dataset_not_found, storage_unavailable if its tables' columns cannot be read.
 */
export async function getCroissant(
  ctx: Context,
  datasetId: string,
): Promise<{ croissant: Croissant; auction: DatasetItem["auction"] }> {
  const [row, stored] = await Promise.all([
    findDataset(ctx.db, datasetId),
    findProfileText(ctx.db, { listingId: datasetId }),
  ]);
  if (row === null || stored === null) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  const profile = stored.profile === null ? null : (JSON.parse(stored.profile) as Profile);
  const marketplace = { name: serviceTitle, url: ctx.config.PUBLIC_BASE_URL };
  const dataset = viewDataset(ctx, row);
  const { samplePath } = stored;
  const isSeveral = profile?.tables !== undefined && samplePath !== null;
  const columns = isSeveral ? await readTableColumns(ctx, samplePath) : [];
  const [parquet, files] = await Promise.all([
    findParquet(ctx, row.listing),
    findFolderFiles(ctx, row.listing),
  ]);
  const croissant = addProvenance(
    describeAsCroissant(dataset, profile, marketplace, columns, parquet, files),
    { ...viewProvenance(row.listing), columnDescriptions: describedBy(profile, stored.described) },
  );
  return { croissant, auction: dataset.auction };
}

/** Reads one more than the limit, to know whether there are too many. */
async function findFolderFiles(ctx: Context, listing: ListingRow): Promise<FolderFile[] | null> {
  const { currentUploadId: uploadId, fileCount } = listing;
  if (uploadId === null || fileCount === null) return null;
  const limit = CROISSANT_FILES_MAX + 1;
  const rows = await pageUploadFiles(ctx.db, { uploadId, from: 0, limit });
  return rows.map(({ path, byteSize, sha256 }) => {
    return { path, byteSize, sha256: isFree(listing) ? sha256 : null };
  });
}

/** The Parquet tables of a free dataset; those of a paid one are not public. */
async function findParquet(ctx: Context, listing: ListingRow): Promise<ParquetTable[]> {
  if (listing.currentUploadId === null || !isFree(listing)) return [];
  const { rows } = await readTwins(ctx.db, listing.currentUploadId);
  return rows.flatMap((row) => {
    const twin = viewTwin(row);
    return "missing" in twin ? [] : [{ table: row.tableName, ...twin }];
  });
}

/**
 * The sample in the requested format. Errors: dataset_not_found, table_not_found, sample_not_available,
 * format_not_offered, storage_unavailable if the store has lost it.
 */
export async function getSample(
  ctx: Context,
  datasetId: string,
  wish: SampleWish,
  table?: string,
): Promise<RenderedSample> {
  return readSample(ctx, { listingId: datasetId }, wish, table);
}
