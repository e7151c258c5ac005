/** The files of an uploaded folder, which form its manifest. */
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

/** One file of a folder. `position` counts from 0 in the byte order of the paths. */
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
    /** Whether the object belongs to another upload and is deleted with that one. */
    isReused: boolean().notNull().default(false),
    /** As stated by the seller; the worker refuses other bytes. */
    statedSha256: text(),
    /**
     * For a file uploaded in parts, with the bytes of each part except the last; otherwise null.
     */
    multipartId: text(),
    partBytes: bigint({ mode: "number" }),
    /** The object's ETag when the folder was attached. */
    objectEtag: text(),
    /** Computed by the worker from the bytes. */
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
