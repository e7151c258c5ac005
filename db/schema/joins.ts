/**
 * Hashes of values by which tables with a common key are found; never served to anybody
 * (`market/profile/join/`).
 */
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { listings, uploads } from "./listings.ts";

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** A column of an upload's file that may be a key. */
export const joinColumns = pgTable(
  "join_columns",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** The name of its table in a file with several; null for the default table. */
    tableName: text(),
    name: text().notNull(),
    type: text().$type<"string" | "integer" | "number">().notNull(),
    meaning: text(),
    distinctCount: bigint({ mode: "number" }).notNull(),
    /** Number of non-missing values. */
    valueCount: bigint({ mode: "number" }).notNull(),
    areNumbers: boolean().notNull(),
    charsMax: integer().notNull(),
    share: doublePrecision().notNull(),
    chooser: text().notNull(),
    below: bigint({ mode: "number" }).notNull(),
    /** Identifies the key of the hashes: hashes with different keys cannot be compared. */
    keyId: text().notNull(),
    /** Six bytes each, sorted. */
    hashes: bytea().notNull(),
    /** The smallest of them, which `join_hashes` contains. */
    posted: bigint({ mode: "number" }).array().notNull(),
    /**
     * Of a paid file: the hashes of values that its public sample shows, which `join_shown_hashes`
     * contains. Callers' values find the column by these only.
     */
    shown: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [index("join_columns_upload_id").on(table.uploadId)],
);

/** Index from hashes to columns, which finds columns that may share values. */
export const joinHashes = pgTable(
  "join_hashes",
  {
    hash: bigint({ mode: "number" }).notNull(),
    columnId: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.columnId] })],
);

/** Index from hashes of publicly shown values to columns of paid files. */
export const joinShownHashes = pgTable(
  "join_shown_hashes",
  {
    hash: bigint({ mode: "number" }).notNull(),
    columnId: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.columnId] })],
);

/** The sets of values that an account has compared with a paid file: its budget is their number. */
export const matchedSets = pgTable(
  "matched_sets",
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    /** Digests of the sets. */
    digests: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.uploadId] }),
    index("matched_sets_upload_id").on(table.uploadId),
  ],
);
