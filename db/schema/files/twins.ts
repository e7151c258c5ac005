/** Parquet twins of files: jobs, and the locations of those that were made. */
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

/** One row per profiled file: its tables' twins are made or due. */
export const twinJobs = pgTable(
  "twin_jobs",
  {
    uploadId: uuid()
      .primaryKey()
      .references(() => uploads.id),
    /** From when a worker may claim it (a claim moves it by the lease); null once it has ended. */
    dueAt: instant(),
    /** Attempts started, counted before their work. */
    attempts: integer().notNull().default(0),
    /** Objects may exist at the keys of all positions below this, however the attempt ended. */
    positions: integer().notNull().default(0),
    finishedAt: instant(),
  },
  (table) => [
    index("twin_jobs_due").on(table.dueAt, table.uploadId).where(sql`due_at is not null`),
    check("twin_jobs_positions", sql`${table.positions} >= 0`),
  ],
);

/**
 * One row per table of such a file, written when its job ends: the twin, or the reason for its
 * absence.
 */
export const twins = pgTable(
  "twins",
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    /** Index in `profile.tables`; 0 if the file has only one table. */
    position: integer().notNull(),
    /** Null if the file has only one table. */
    tableName: text(),
    isDefault: boolean().notNull(),
    /**
     * Null without a twin. The upload's own object if it is a Parquet file that serves as its own
     * twin.
     */
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
