/** Sample and profile of a file; callers have checked access. */
import {
  type FileScope,
  findDatasetFile,
  findProfileText,
} from "../../db/queries/catalogue/catalogue.ts";
import { ObjectNotFoundError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { explainNoSample } from "../profile/no-sample.ts";
import { contactSheetPath } from "../profile/rules.ts";
import type { Sample } from "../profile/schemas.ts";
import { chooseSampleFormat, hidesSample, type SampleWish } from "./rules.ts";
import { renderSample } from "./sample-view.ts";
import { chooseTable, readTableText } from "./tables.ts";

/** For objects that the store may have again soon. */
const retryAfterSeconds = 5;

type Stores = Pick<Context, "db" | "storage">;

export type RenderedSample = { body: string | Uint8Array; contentType: string };

/**
 * The profile of the file, or of another table in it, as the worker's JSON text.
 * Errors: dataset_not_found, table_not_found, profile_not_available, storage_unavailable.
 */
export async function readProfile(
  stores: Stores,
  scope: FileScope,
  table?: string,
): Promise<string> {
  const chosen = await chooseTable(stores, scope, table, "profile_not_available");
  if (chosen !== null) return await readTableText(stores, chosen, "profile");
  const row = await findProfileText(stores.db, scope);
  if (row === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  if (row.profile !== null) return row.profile;
  throw new MarketError("profile_not_available", noSampleDetail(row.noSampleCode));
}

/**
 * The sample in the requested format. Errors: dataset_not_found, table_not_found, sample_not_available,
 * format_not_offered, storage_unavailable if the store has lost it.
 */
export async function readSample(
  stores: Stores,
  scope: FileScope,
  wish: SampleWish,
  table?: string,
): Promise<RenderedSample> {
  const file = await findDatasetFile(stores.db, scope);
  if (file === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  // Who names the upload is entitled to it.
  if (scope.uploadId === undefined && hidesSample(file.listing)) {
    throw new MarketError("sample_not_available", explainNoSample("hidden_by_seller"));
  }
  const chosen = await chooseTable(stores, scope, table, "sample_not_available");
  if (chosen !== null) {
    const chosenFormat = chooseSampleFormat(wish, chosen.table.format);
    if (chosenFormat === "webp") throw noPicture();
    const rows = JSON.parse(await readTableText(stores, chosen, "sample")) as Sample;
    return renderSample(rows, chosenFormat);
  }
  if (file.samplePath === null) {
    throw new MarketError("sample_not_available", noSampleDetail(file.noSampleCode));
  }
  const format = chooseSampleFormat(wish, file.format);
  if (format === "webp") return await readContactSheet(stores, file.samplePath);
  const text = await (await readSampleObject(stores, file.samplePath)).text();
  return renderSample(JSON.parse(text) as Sample, format);
}

/** The sample's rows, independent of a format. Errors: those of {@link readSample}. */
export async function readSampleRows(
  stores: Stores,
  scope: FileScope,
  table?: string,
): Promise<Sample> {
  const { body } = await readSample(stores, scope, { format: "json", accept: undefined }, table);
  return JSON.parse(String(body)) as Sample;
}

function noSampleDetail(code: string | null): string {
  return code === null ? "The file has not been read." : explainNoSample(code);
}

/** If a row names an object that the store lacks, it was lost or is being replaced. */
async function readSampleObject(stores: Stores, path: string): Promise<Response> {
  try {
    return new Response(await stores.storage.read(path));
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error;
    const detail = "The sample is missing from the file store. Try again later.";
    throw new MarketError("storage_unavailable", detail, { retryAfterSeconds });
  }
}

/** There is none if no picture of the sample could be decoded. */
async function readContactSheet(
  stores: Stores,
  samplePath: string,
): Promise<{ body: Uint8Array; contentType: string }> {
  const path = contactSheetPath(samplePath);
  if ((await stores.storage.head(path)) === null) {
    throw noPicture();
  }
  const sheet = await (await readSampleObject(stores, path)).arrayBuffer();
  return { body: new Uint8Array(sheet), contentType: "image/webp" };
}

function noPicture(): MarketError {
  return new MarketError("format_not_offered", "No picture of the sample could be shown.");
}
