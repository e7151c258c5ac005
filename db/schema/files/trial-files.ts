/** Files with the rows of trials, each drawn from one version. */
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TrialFileState } from "../../vocabulary/listing.ts";
import { instant, primaryId } from "../columns.ts";
import { listings, uploads } from "../listings.ts";

/** A trial's file, or the job that makes it. Once it is ready, `uploads` has it under the same id. */
export const trialFiles = pgTable(
  "trial_files",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references(() => listings.id),
    /** The version that the rows are drawn from. */
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    rows: integer().notNull(),
    state: text().$type<TrialFileState>().notNull().default("preparing"),
    /** From when a worker may claim it (a claim moves it by the lease); null once it has ended. */
    dueAt: instant(),
    /** Attempts started, counted before their work. */
    attempts: integer().notNull().default(0),
    errorCode: text(),
    errorDetail: text(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (table) => [
    uniqueIndex("trial_files_one_per_version")
      .on(table.uploadId, table.rows)
      .where(sql`state <> 'superseded'`),
    index("trial_files_due").on(table.dueAt).where(sql`due_at is not null`),
    index("trial_files_listing").on(table.listingId).where(sql`state <> 'superseded'`),
    check(
      "trial_files_state",
      sql`${table.state} in ('preparing', 'ready', 'failed', 'superseded')`,
    ),
    check("trial_files_due", sql`(${table.state} = 'preparing') = (${table.dueAt} is not null)`),
    check("trial_files_rows", sql`${table.rows} >= 1`),
    check(
      "trial_files_failed_has_reason",
      sql`${table.state} <> 'failed' or (${table.errorCode} is not null and ${table.errorDetail} is not null)`,
    ),
  ],
);
