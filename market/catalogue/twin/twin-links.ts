/** Links to a dataset's Parquet files and queries, as far as they are available. Pure. */
import type { TwinRow } from "../../../db/queries/catalogue/twins.ts";
import type { Config } from "../../../platform/config.ts";
import { viewTwin } from "./find-twin.ts";

type Offered = { self: string; isFree: boolean };

/**
 * `parquet` is the default table's file and `parquet_tables` the list of all, for a free dataset;
 * `query` accepts queries of any table from callers with access to the file.
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
