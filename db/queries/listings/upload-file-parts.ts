/** Files of a folder that are uploaded in parts, and the checksums stated for those parts. */
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploadFilePartChecksums, uploadFiles, uploads } from "../../schema/index.ts";
import type { UploadFileRow } from "./upload-files.ts";

type FileKey = { uploadId: string; position: number };

const isAt = ({ uploadId, position }: FileKey) =>
  and(eq(uploadFiles.uploadId, uploadId), eq(uploadFiles.position, position));

export async function findUploadFileAt(db: Database, key: FileKey): Promise<UploadFileRow | null> {
  const [row] = await db.select().from(uploadFiles).where(isAt(key));
  return row ?? null;
}

type BegunParts = { multipartId: string; partBytes: number; expectedMultipartId: string | null };

/**
 * Records the multipart upload of a file. False if somebody else started another one, or the file
 * is gone.
 */
export async function beginFileParts(
  tx: Database,
  key: FileKey,
  { expectedMultipartId: expected, ...parts }: BegunParts,
): Promise<boolean> {
  const isSame =
    expected === null ? isNull(uploadFiles.multipartId) : eq(uploadFiles.multipartId, expected);
  const rows = await tx
    .update(uploadFiles)
    .set(parts)
    .where(and(isAt(key), isSame))
    .returning({ position: uploadFiles.position });
  return rows.length === 1;
}

export type FileInParts = { storagePath: string; byteSize: number; multipartId: string };

/** Multipart uploads of these folders, joined or not. */
export async function findFilesInParts(
  db: Database,
  uploadIds: readonly string[],
): Promise<FileInParts[]> {
  if (uploadIds.length === 0) return [];
  return db
    .select({
      storagePath: uploadFiles.storagePath,
      byteSize: uploadFiles.byteSize,
      multipartId: sql<string>`${uploadFiles.multipartId}`,
    })
    .from(uploadFiles)
    .where(and(inArray(uploadFiles.uploadId, [...uploadIds]), isNotNull(uploadFiles.multipartId)));
}

/** The multipart uploads that the seller may still continue. */
export async function findOpenFileMultiparts(
  db: Database,
  multipartIds: string[],
): Promise<string[]> {
  if (multipartIds.length === 0) return [];
  const rows = await db
    .select({ multipartId: sql<string>`${uploadFiles.multipartId}` })
    .from(uploadFiles)
    .innerJoin(uploads, eq(uploads.id, uploadFiles.uploadId))
    .where(
      and(
        inArray(uploadFiles.multipartId, multipartIds),
        eq(uploads.state, "issued"),
        isNull(uploads.purgedAt),
      ),
    );
  return rows.map(({ multipartId }) => multipartId);
}

/** New URLs extend an open folder's deadline. False if it is not open any more. */
export async function keepFolderOpen(
  tx: Database,
  uploadId: string,
  until: { urlsEndAt: Date; lookDueAt: Date },
): Promise<boolean> {
  const ownBytes = sql`(
    select coalesce(sum(${uploadFiles.byteSize}), 0) from ${uploadFiles}
    where ${uploadFiles.uploadId} = ${uploadId} and not ${uploadFiles.isReused}
  )`;
  const rows = await tx
    .update(uploads)
    .set({ ...until, heldBytes: ownBytes })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "issued"), isNull(uploads.purgedAt)))
    .returning({ id: uploads.id });
  return rows.length === 1;
}

type FileToSend = { position: number; storagePath: string };

/** Opens the folder again for these files; their earlier uploads do not count. */
export async function reopenFolder(
  tx: Database,
  uploadId: string,
  files: readonly FileToSend[],
  now: Date,
): Promise<void> {
  const positions = files.map(({ position }) => position);
  await tx
    .delete(uploadFilePartChecksums)
    .where(
      and(
        eq(uploadFilePartChecksums.uploadId, uploadId),
        inArray(uploadFilePartChecksums.position, positions),
      ),
    );
  await tx.execute(sql`
    update ${uploadFiles} set object_etag = null, sha256 = null, is_reused = false,
      storage_path = file."storagePath", multipart_id = null, part_bytes = null
    from json_to_recordset(${JSON.stringify(files)}::json) as file (position int, "storagePath" text)
    where upload_id = ${uploadId} and upload_files.position = file.position
  `);
  const urlsEndAt = sql`greatest(${uploads.urlsEndAt}, ${now.toISOString()}::timestamptz)`;
  await tx
    .update(uploads)
    .set({ state: "issued", urlsEndAt, lookDueAt: now })
    .where(eq(uploads.id, uploadId));
}

const checksumsOf = ({ uploadId, position }: FileKey) =>
  and(
    eq(uploadFilePartChecksums.uploadId, uploadId),
    eq(uploadFilePartChecksums.position, position),
  );

/** By part number, in hexadecimal. */
export async function readFilePartChecksums(
  db: Database,
  key: FileKey,
): Promise<Map<number, string>> {
  const { partNumber, md5 } = uploadFilePartChecksums;
  const rows = await db
    .select({ partNumber, md5 })
    .from(uploadFilePartChecksums)
    .where(checksumsOf(key));
  return new Map(rows.map((row) => [row.partNumber, row.md5]));
}

/**
 * Stores the MD5s stated for these parts, and removes those of parts without one. Requires the
 * listing's lock.
 */
export async function writeFilePartChecksums(
  tx: Database,
  key: FileKey,
  parts: { partNumber: number; md5?: string | undefined }[],
): Promise<void> {
  const numbers = parts.map(({ partNumber }) => partNumber);
  if (numbers.length === 0) return;
  await tx
    .delete(uploadFilePartChecksums)
    .where(and(checksumsOf(key), inArray(uploadFilePartChecksums.partNumber, numbers)));
  const byNumber = new Map(
    parts.flatMap(({ partNumber, md5 }) => (md5 === undefined ? [] : [[partNumber, md5] as const])),
  );
  if (byNumber.size === 0) return;
  const rows = [...byNumber].map(([partNumber, md5]) => ({ ...key, partNumber, md5 }));
  await tx.insert(uploadFilePartChecksums).values(rows);
}
