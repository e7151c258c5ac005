/** The files of an upload that is a folder: its manifest, row by row. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { uploads } from "../listings.ts";

/** One file of a folder. `position` counts from 0 in the order of the paths' bytes. */
export const uploadFiles = pgTable(
  "upload_files",
  {
    uploadId: uuid()
      .notNull()
      .references(() => uploads.id),
    position: integer().notNull(),
    /** Relative, in NFC, with `/` between folders. */
    path: text().notNull(),
    byteSize: bigint({ mode: "number" }).notNull(),
    /** The upload's own object, or that of an earlier version's file with the same bytes. */
    storagePath: text().notNull(),
    /** Whether the object is another upload's, which it is deleted with. */
    isReused: boolean().notNull().default(false),
    /** As the seller stated it; the worker refuses other bytes. */
    statedSha256: text(),
    /** Of a file that comes in parts, with the bytes of each part but the last; else null. */
    multipartId: text(),
    partBytes: bigint({ mode: "number" }),
    /** Of the object when the folder was attached. */
    objectEtag: text(),
    /** By the worker, from the bytes. */
    sha256: text(),
  },
  (table) => [
    primaryKey({ columns: [table.uploadId, table.position] }),
    unique("upload_files_path").on(table.uploadId, table.path),
    index("upload_files_sha256").on(table.sha256, table.uploadId).where(sql`sha256 is not null`),
    index("upload_files_multipart").on(table.multipartId).where(sql`multipart_id is not null`),
    check("upload_files_parts", sql`(${table.multipartId} is null) = (${table.partBytes} is null)`),
    check("upload_files_position", sql`${table.position} >= 0`),
    check("upload_files_byte_size", sql`${table.byteSize} >= 0`),
  ],
);
