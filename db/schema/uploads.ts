import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { UploadState } from "../../market/listing/rules.ts";
import { instant, primaryId } from "./columns.ts";
import { listings } from "./listings.ts";

/** One file version of a listing. Never overwritten: a new file is a new row. */
export const uploads = pgTable(
  "uploads",
  {
    id: primaryId(),
    listingId: uuid()
      .notNull()
      .references((): AnyPgColumn => listings.id),
    state: text().$type<UploadState>().notNull().default("issued"),
    storagePath: text().notNull().unique("uploads_storage_path"),
    multipartId: text(),
    partsExpected: integer(),
    issuedAt: instant().notNull(),
    attachedAt: instant(),
    finishedAt: instant(),
    /** Which version of the listing this file was published as; null if it never was. */
    version: integer(),
    publishedAt: instant(),
    /** When its stored objects were deleted, since nobody will ask for them any more. */
    purgedAt: instant(),
    /** How many times a worker has begun this job, and when one last showed that it is alive. */
    attempts: integer().notNull().default(0),
    heartbeatAt: instant(),
    progress: jsonb().$type<UploadProgress>(),

    byteSize: bigint({ mode: "number" }),
    /** Of the stored object when it was attached: a later PUT to the same URL is found out by it. */
    objectEtag: text(),
    sha256: text(),
    format: text(),
    compression: text(),
    samplePath: text(),
    errorCode: text(),
    errorDetail: text(),
  },
  (table) => [
    unique("uploads_listing_version").on(table.listingId, table.version),
    index("uploads_listing_id").on(table.listingId, table.id),
    index("uploads_unused")
      .on(table.id)
      .where(sql`state in ('issued', 'superseded') and purged_at is null and version is null`),
    index("uploads_failed").on(table.id).where(sql`error_code is not null`),
    index("uploads_attached").on(table.attachedAt).where(sql`state = 'attached'`),
    check(
      "uploads_state",
      sql`${table.state} in ('issued', 'attached', 'generated', 'no_sample', 'superseded')`,
    ),
    check(
      "uploads_attached_has_object",
      sql`${table.state} in ('issued', 'superseded') or (${table.objectEtag} is not null and ${table.byteSize} is not null)`,
    ),
    check(
      "uploads_generated_has_result",
      sql`${table.state} <> 'generated' or (${table.samplePath} is not null and ${table.sha256} is not null)`,
    ),
    check(
      "uploads_no_sample_has_reason",
      sql`${table.state} <> 'no_sample' or ${table.errorCode} is not null`,
    ),
  ],
);

export type UploadProgress = { phase: string; bytes_done: number; bytes_total: number };

/** The profile of one upload, as `market/profile/schemas.ts` describes it. */
export const profiles = pgTable("profiles", {
  uploadId: uuid()
    .primaryKey()
    .references(() => uploads.id),
  /** Text as it was written: jsonb would reorder the keys that people read. */
  profile: json().$type<unknown>().notNull(),
  createdAt: instant().notNull(),
});
