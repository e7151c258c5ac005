/** What is said of Parquet twins: their columns, and why a table has none. */
import type { ColumnType } from "../../profile/schemas.ts";

/** A column of a twin: its name in the Parquet file, and the type that the profile found. */
export type TwinColumn = { name: string; type: ColumnType };

/** Why a table has no Parquet twin, by code, in a sentence for whoever asked for it. */
export const twinReasons = {
  twin_pending: "The Parquet file of this table is being made. Ask again in a minute.",
  twin_not_owed: "No Parquet file was made of this file yet.",
  no_table: "The file has no table that could be kept as Parquet.",
  table_unread: "The table could not be read, so it has no Parquet file.",
  tables_exceeded: "The file holds more tables than are kept as Parquet.",
  twin_bytes_exceeded: "As Parquet the table would be larger than what is kept.",
  columns_unsupported: "A column has values that cannot be kept unchanged.",
  rows_differ: "The rows that were written are not as many as the profile counted.",
  values_differ: "The values that were written do not fit what the profile found.",
  twin_failed: "The Parquet file could not be made: all tries ended without a result.",
} as const;

export type TwinReason = keyof typeof twinReasons;

export const TWIN_REASONS = Object.keys(twinReasons) as [TwinReason, ...TwinReason[]];
