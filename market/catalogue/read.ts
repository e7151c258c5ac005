/** What everybody reads of one dataset, and the categories that datasets are in. */

import { fileKey } from "../../db/changes.ts";
import {
  countCategories,
  findColumns,
  findDataset,
  findDatasetFile,
  findProfileText,
} from "../../db/queries/catalogue/catalogue.ts";
import {
  findCheaperIdentical,
  type IdenticalDatasets,
} from "../../db/queries/catalogue/identical-datasets.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { ObjectNotFoundError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { serviceTitle } from "../discovery/service.ts";
import { MarketError } from "../errors.ts";
import {
  IDENTICAL_DATASETS_COUNTED_MAX,
  IDENTICAL_DATASETS_MAX,
  PAID_PRICE_CENTS_MIN,
} from "../limits.ts";
import { explainNoSample } from "../profile/no-sample.ts";
import { contactSheetPath } from "../profile/rules.ts";
import type { Profile, Sample } from "../profile/schemas.ts";
import { categories } from "../vocabulary.ts";
import { describeAsCroissant } from "./croissant.ts";
import { viewDataset } from "./dataset-view.ts";
import {
  auctionChangesAt,
  cheaperThanCents,
  chooseSampleFormat,
  earlier,
  type SampleWish,
} from "./rules.ts";
import { renderSample } from "./sample-view.ts";
import type { CategoryView, Croissant, DatasetDetail, DatasetItem } from "./schemas.ts";

/** Of what the store may soon have again. */
const retryAfterSeconds = 5;

/** All ten categories, those without a dataset too. */
export async function listCategories(ctx: Context): Promise<CategoryView[]> {
  const counts = new Map((await countCategories(ctx.db)).map((row) => [row.category, row]));
  return categories.map((category) => ({
    ...category,
    dataset_count: counts.get(category.id)?.datasets ?? 0,
    free_count: counts.get(category.id)?.free ?? 0,
  }));
}

/**
 * One active dataset with its columns, and where the same bytes are on sale for less. `freshUntil`:
 * when time alone makes it another one; `fileKey`: the changes of others on which it hangs as well.
 * Errors: dataset_not_found.
 */
export async function getDataset(
  ctx: Context,
  datasetId: string,
): Promise<{ dataset: DatasetDetail; freshUntil: Date | undefined; fileKey: string | undefined }> {
  const row = await findDataset(ctx.db, datasetId);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const { currentUploadId } = row.listing;
  const item = viewDataset(ctx, row);
  const [columns, identical] = await Promise.all([
    currentUploadId === null ? [] : findColumns(ctx.db, currentUploadId),
    findIdentical(ctx, row.listing, item),
  ]);
  const { datasets, count, changesAt } = identical;
  return {
    dataset: {
      ...item,
      identical_to: datasets.map(({ id, title, priceCents, pricingType }) => ({
        id,
        title,
        price_cents: priceCents,
        currency: ctx.config.CURRENCY,
        pricing_type: pricingType,
      })),
      identical_count: count,
      no_sample:
        row.noSampleCode === null
          ? null
          : { code: row.noSampleCode, detail: explainNoSample(row.noSampleCode) },
      columns: columns as DatasetDetail["columns"],
    },
    freshUntil: earlier(auctionChangesAt(item.auction), changesAt ?? undefined),
    fileKey: item.sha256 === null ? undefined : fileKey(item.sha256),
  };
}

/** Nothing is asked where nothing can cost less. */
async function findIdentical(
  ctx: Context,
  listing: ListingRow,
  { sha256, auction }: DatasetItem,
): Promise<IdenticalDatasets> {
  const belowCents = cheaperThanCents(listing, auction);
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
 * The profile of the current file, as the JSON text that the worker stored.
 * Errors: dataset_not_found, profile_not_available.
 */
export async function getProfile(ctx: Context, datasetId: string): Promise<string> {
  const row = await findProfileText(ctx.db, datasetId);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (row.profile !== null) return row.profile;
  throw new MarketError("profile_not_available", noSampleDetail(row.noSampleCode));
}

/**
 * One active dataset as Croissant 1.1 JSON-LD, and its auction: when that goes on, the offer is
 * another one. Errors: dataset_not_found.
 */
export async function getCroissant(
  ctx: Context,
  datasetId: string,
): Promise<{ croissant: Croissant; auction: DatasetItem["auction"] }> {
  const [row, stored] = await Promise.all([
    findDataset(ctx.db, datasetId),
    findProfileText(ctx.db, datasetId),
  ]);
  if (row === null || stored === null) {
    throw new MarketError("dataset_not_found", "No active dataset has this id.");
  }
  const profile = stored.profile === null ? null : (JSON.parse(stored.profile) as Profile);
  const marketplace = { name: serviceTitle, url: ctx.config.PUBLIC_BASE_URL };
  const dataset = viewDataset(ctx, row);
  const croissant = describeAsCroissant(dataset, profile, marketplace);
  return { croissant, auction: dataset.auction };
}

/**
 * The sample in the wished format. Errors: dataset_not_found, sample_not_available,
 * format_not_offered, storage_unavailable where the store has lost it.
 */
export async function getSample(
  ctx: Context,
  datasetId: string,
  wish: SampleWish,
): Promise<{ body: string | Uint8Array; contentType: string }> {
  const file = await findDatasetFile(ctx.db, datasetId);
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (file.samplePath === null) {
    throw new MarketError("sample_not_available", noSampleDetail(file.noSampleCode));
  }
  const format = chooseSampleFormat(wish, file.listing.format);
  if (format === "webp") return await readContactSheet(ctx, file.samplePath);
  const text = await (await readSampleObject(ctx, file.samplePath)).text();
  return renderSample(JSON.parse(text) as Sample, format);
}

function noSampleDetail(code: string | null): string {
  return code === null ? "The file has not been read." : explainNoSample(code);
}

/** An object that the rows name and the store lacks was lost, or is just being replaced. */
async function readSampleObject(ctx: Context, path: string): Promise<Response> {
  try {
    return new Response(await ctx.storage.read(path));
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error;
    const detail = "The sample is missing from the file store. Ask again later.";
    throw new MarketError("storage_unavailable", detail, { retryAfterSeconds });
  }
}

/** There is none where no picture of the sample could be decoded. */
async function readContactSheet(
  ctx: Context,
  samplePath: string,
): Promise<{ body: Uint8Array; contentType: string }> {
  const path = contactSheetPath(samplePath);
  if ((await ctx.storage.head(path)) === null) {
    throw new MarketError("format_not_offered", "No picture of the sample could be shown.");
  }
  const sheet = await (await readSampleObject(ctx, path)).arrayBuffer();
  return { body: new Uint8Array(sheet), contentType: "image/webp" };
}
