/** Where the Parquet files of a dataset are read and asked, as far as they are there. Pure. */
import type { TwinRow } from "../../../db/queries/catalogue/twins.ts";
import type { Config } from "../../../platform/config.ts";
import { viewTwin } from "./find-twin.ts";

type Offered = { self: string; isFree: boolean };

/**
 * `parquet` is the default table's file and `parquet_tables` the list of all, of a free dataset;
 * `query` takes questions to any of the tables, from whoever may have the file.
 */
export function twinLinks(
  { QUERY_URL: queryUrl }: Pick<Config, "QUERY_URL">,
  { self, isFree }: Offered,
  rows: readonly TwinRow[],
): Record<string, string> {
  const kept = rows.filter((row) => !("missing" in viewTwin(row)));
  if (kept.length === 0) return {};
  const hasDefault = kept.some((row) => row.isDefault);
  return {
    ...(isFree && hasDefault ? { parquet: `${self}/parquet` } : {}),
    ...(isFree ? { parquet_tables: `${self}/parquet/tables` } : {}),
    ...(queryUrl === undefined ? {} : { query: `${self}/query` }),
  };
}
