/** Checksums that sellers stated for parts of a folder's files before sending them. */
import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { uploadFiles } from "./upload-files.ts";

/** One row per part with a stated MD5; deleted with its file's row. */
export const uploadFilePartChecksums = pgTable(
  "upload_file_part_checksums",
  {
    uploadId: uuid().notNull(),
    position: integer().notNull(),
    partNumber: integer().notNull(),
    md5: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.position, table.partNumber] }),
    foreignKey({
      name: "upload_file_part_checksums_file",
      columns: [table.uploadId, table.position],
      foreignColumns: [uploadFiles.uploadId, uploadFiles.position],
    }).onDelete("cascade"),
    check("upload_file_part_checksums_md5", sql`${table.md5} ~ '^[0-9a-f]{32}$'`),
  ],
);
