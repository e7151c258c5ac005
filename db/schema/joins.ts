/** By which columns tables share a key: hashes of values, served to nobody (`market/profile/join/`). */
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
    /** The table of a file of several that it is in; null in the default one. */
    tableName: text(),
    name: text().notNull(),
    type: text().$type<"string" | "integer" | "number">().notNull(),
    meaning: text(),
    distinctCount: bigint({ mode: "number" }).notNull(),
    /** That are not missing. */
    valueCount: bigint({ mode: "number" }).notNull(),
    areNumbers: boolean().notNull(),
    charsMax: integer().notNull(),
    share: doublePrecision().notNull(),
    chooser: text().notNull(),
    below: bigint({ mode: "number" }).notNull(),
    /** Tells the key of the hashes: those of two keys cannot be compared. */
    keyId: text().notNull(),
    /** Six bytes each, in order. */
    hashes: bytea().notNull(),
    /** The smallest of them: those that stand in `join_hashes`. */
    posted: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [index("join_columns_upload_id").on(table.uploadId)],
);

/** Which columns have a hash: by them those that may share values are found. */
export const joinHashes = pgTable(
  "join_hashes",
  {
    hash: bigint({ mode: "number" }).notNull(),
    columnId: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.columnId] })],
);
