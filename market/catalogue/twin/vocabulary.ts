/** The columns of a table's Parquet file, and the reasons why a table has none. */
import type { ColumnType } from "../../profile/schemas.ts";

/** A column: its name in the Parquet file, and the type in the profile. */
export type TwinColumn = { name: string; type: ColumnType };

/** Why a table has no Parquet file, by code, as a sentence for the caller. */
export const twinReasons = {
  twin_pending: "The Parquet file of this table is being written. Try again in some seconds.",
  twin_not_owed: "This file has no Parquet files yet.",
  no_table: "The file has no table that could be stored as Parquet.",
  table_unread: "The table could not be read, so it has no Parquet file.",
  tables_exceeded: "The file has no table of this name, or more tables than are stored as Parquet.",
  twin_bytes_exceeded: "As Parquet, the table would exceed the size limit.",
  columns_unsupported: "A column has values that Parquet cannot store unchanged.",
  rows_differ: "The number of written rows differs from the profile.",
  values_differ: "The written values differ from the profile.",
  twin_failed: "The Parquet file could not be written: every attempt failed.",
} as const;

export type TwinReason = keyof typeof twinReasons;

export const TWIN_REASONS = Object.keys(twinReasons) as [TwinReason, ...TwinReason[]];
