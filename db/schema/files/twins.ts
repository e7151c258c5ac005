/** The Parquet twins of files: which are owed, and where those that were made are kept. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Stored } from "../../stored.ts";
import { instant } from "../columns.ts";
import { uploads } from "../listings.ts";

/** One row a file that was profiled: the twins of its tables are made, or are due. */
export const twinJobs = pgTable(
  "twin_jobs",
  {
    uploadId: uuid()
      .primaryKey()
      .references(() => uploads.id),
    /** From when on a worker may take it, which moves it on by its lease; null once it has ended. */
    dueAt: instant(),
    /** Tries that were begun, counted before their work. */
    attempts: integer().notNull().default(0),
    /** Objects may lie at the keys of the positions below it, whatever became of the try. */
    positions: integer().notNull().default(0),
    finishedAt: instant(),
  },
  (table) => [
    index("twin_jobs_due").on(table.dueAt, table.uploadId).where(sql`due_at is not null`),
    check("twin_jobs_positions", sql`${table.positions} >= 0`),
  ],
);

/** One row a table of such a file, written when its job ends: the twin, or why there is none. */
export const twins = pgTable(
  "twins",
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    /** In `profile.tables`; 0 where the file has one table alone. */
    position: integer().notNull(),
    /** Null where the file has one table alone. */
    tableName: text(),
    isDefault: boolean().notNull(),
    /** Null without a twin. The upload's own object where that is a Parquet file that needs no copy. */
    objectKey: text(),
    isSource: boolean().notNull().default(false),
    byteSize: bigint({ mode: "number" }),
    sha256: text(),
    rowCount: bigint({ mode: "number" }),
    columns: jsonb().$type<Stored["twinColumn"][]>(),
    errorCode: text(),
    errorDetail: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.position] }),
    index("twins_failed").on(table.createdAt).where(sql`error_code = 'twin_failed'`),
    check(
      "twins_is_whole_or_has_reason",
      sql`(${table.errorCode} is null) = (${table.objectKey} is not null and ${table.byteSize} is not null and ${table.sha256} is not null and ${table.rowCount} is not null and ${table.columns} is not null)`,
    ),
  ],
);
