/** Checksums that sellers stated for parts of their uploads before sending them. */
import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { uploads } from "../listings.ts";

/** One row per part with a stated MD5, until its file is joined or given up. */
export const uploadPartChecksums = pgTable(
  "upload_part_checksums",
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    partNumber: integer().notNull(),
    md5: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.partNumber] }),
    check("upload_part_checksums_md5", sql`${table.md5} ~ '^[0-9a-f]{32}$'`),
  ],
);
