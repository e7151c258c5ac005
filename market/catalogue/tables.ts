/** Finds other tables than the default one, and reads them from their common object. */
import { type FileScope, findDatasetTables } from "../../db/queries/catalogue/catalogue.ts";
import { type ByteRange, ObjectNotFoundError } from "../../platform/storage/port.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import {
  columnsRange,
  type PackedColumn,
  type PackIndex,
  TABLE_INDEX_BYTES,
  type TablePart,
  tablePackPath,
  tableRange,
} from "../profile/table-pack.ts";
import type { DatasetTable } from "../profile/table-schemas.ts";

/** For objects that the store may have again soon. */
const retryAfterSeconds = 5;
const namesShownMax = 20;

type Stores = Pick<Context, "db" | "storage">;

/** Another table than the default one, with the place of its sample and profile. */
export type ChosenTable = { table: DatasetTable; position: number; packPath: string };

/**
 * The table with this name; null for the default one, which the dataset itself describes. Errors:
 * dataset_not_found, table_not_found, and `notAvailable` for a table that could not be read.
 */
export async function chooseTable(
  stores: Stores,
  scope: FileScope,
  name: string | undefined,
  notAvailable: "sample_not_available" | "profile_not_available" | "parquet_not_available",
): Promise<ChosenTable | null> {
  if (name === undefined) return null;
  const found = await findDatasetTables(stores.db, scope);
  if (found === null) throw new MarketError("dataset_not_found", "No active dataset has this id.");
  const tables = found.tables ?? [];
  const position = tables.findIndex((table) => table.name === name);
  const table = tables[position];
  if (table === undefined) throw new MarketError("table_not_found", namesOf(tables));
  if (table.is_default) return null;
  if (table.error !== null || found.samplePath === null) {
    throw new MarketError(notAvailable, table.error?.detail ?? "The file has not been read.");
  }
  return { table, position, packPath: tablePackPath(found.samplePath) };
}

/** As {@link chooseTable}; `unread` for a table that could not be read. */
export async function chosenTable(stores: Stores, scope: FileScope, table: string | undefined) {
  try {
    return await chooseTable(stores, scope, table, "profile_not_available");
  } catch (error) {
    if (error instanceof MarketError && error.code === "profile_not_available") return "unread";
    throw error;
  }
}

function namesOf(tables: readonly DatasetTable[]): string {
  if (tables.length === 0) return "The dataset has only one table: omit `table`.";
  const names = tables.slice(0, namesShownMax).map(({ name }) => JSON.stringify(name));
  const more = tables.length > names.length ? ` and ${tables.length - names.length} more` : "";
  return `Its tables are ${names.join(", ")}${more}.`;
}

/** The JSON text of a part of a table. Errors: storage_unavailable. */
export async function readTableText(
  stores: Stores,
  { packPath, position }: ChosenTable,
  wanted: TablePart,
): Promise<string> {
  const index = await readIndex(stores, packPath);
  const range = tableRange(index, position, wanted);
  if (range === null) throw lost();
  return await readRange(stores, packPath, range);
}

/** The columns of all tables except the default one, by position. Errors: storage_unavailable. */
export async function readTableColumns(
  stores: Stores,
  samplePath: string,
): Promise<(PackedColumn[] | null)[]> {
  const packPath = tablePackPath(samplePath);
  const index = await readIndex(stores, packPath);
  const text = await readRange(stores, packPath, columnsRange(index));
  return JSON.parse(text) as (PackedColumn[] | null)[];
}

async function readIndex(stores: Stores, packPath: string): Promise<PackIndex> {
  const range = { start: 0, endInclusive: TABLE_INDEX_BYTES - 1 };
  return JSON.parse(await readRange(stores, packPath, range)) as PackIndex;
}

async function readRange(stores: Stores, path: string, range: ByteRange): Promise<string> {
  try {
    return await new Response(await stores.storage.read(path, range)).text();
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error;
    throw lost();
  }
}

/** If a row names an object that the store lacks, it was lost or is being replaced. */
function lost(): MarketError {
  const detail = "The table is missing from the file store. Try again later.";
  return new MarketError("storage_unavailable", detail, { retryAfterSeconds });
}
