/** Files of a folder, read and written in batches. */
import { and, asc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { uploadFiles, uploads } from "../../schema/index.ts";

export type UploadFileRow = typeof uploadFiles.$inferSelect;

/** A file as announced; its index in the list is its position. */
export type NewUploadFile = {
  path: string;
  byteSize: number;
  storagePath: string;
  isReused: boolean;
  statedSha256: string | null;
  /** Set for a file that is reused; others get theirs when the folder is attached. */
  objectEtag: string | null;
};

/** Rows per statement: serialising more would block the event loop. */
const filesPerStatement = 1000;

/** In order of position, with one array parameter per column. */
export async function insertUploadFiles(
  tx: Database,
  uploadId: string,
  files: readonly NewUploadFile[],
): Promise<void> {
  for (let from = 0; from < files.length; from += filesPerStatement) {
    await insertSome(tx, uploadId, files.slice(from, from + filesPerStatement), from);
  }
}

async function insertSome(
  tx: Database,
  uploadId: string,
  files: readonly NewUploadFile[],
  from: number,
): Promise<void> {
  await tx.execute(sql`
    insert into ${uploadFiles}
      (upload_id, position, path, byte_size, storage_path, is_reused, stated_sha256, object_etag)
    select ${uploadId}, file.position - 1 + ${from}::int, file.path, file."byteSize", file."storagePath",
      file."isReused", file."statedSha256", file."objectEtag"
    from rows from (json_to_recordset(${JSON.stringify(files)}::json) as (
      path text, "byteSize" bigint, "storagePath" text, "isReused" boolean, "statedSha256" text,
      "objectEtag" text
    )) with ordinality as file (path, "byteSize", "storagePath", "isReused", "statedSha256",
      "objectEtag", position)
  `);
}

/** A page of the files in order, from a position on. */
export async function pageUploadFiles(
  db: Database,
  page: { uploadId: string; from: number; limit: number },
): Promise<UploadFileRow[]> {
  return db
    .select()
    .from(uploadFiles)
    .where(and(eq(uploadFiles.uploadId, page.uploadId), gte(uploadFiles.position, page.from)))
    .orderBy(asc(uploadFiles.position))
    .limit(page.limit);
}

/** All files of a folder in order, read page by page. */
export async function* eachUploadFiles(
  db: Database,
  uploadId: string,
  pageRows = 1000,
): AsyncGenerator<UploadFileRow[]> {
  for (let from = 0; ; ) {
    const rows = await pageUploadFiles(db, { uploadId, from, limit: pageRows });
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    from = (rows.at(-1)?.position ?? 0) + 1;
  }
}

/** The file at this path of the folder, or null. */
export async function findUploadFile(
  db: Database,
  key: { uploadId: string; path: string },
): Promise<UploadFileRow | null> {
  const [row] = await db
    .select()
    .from(uploadFiles)
    .where(and(eq(uploadFiles.uploadId, key.uploadId), eq(uploadFiles.path, key.path)));
  return row ?? null;
}

/** A folder that was not purged; null for a single file. */
export async function findFolder(
  db: Database,
  uploadId: string,
): Promise<{ id: string; issuedAt: Date } | null> {
  const [row] = await db
    .select({ id: uploads.id, issuedAt: uploads.issuedAt })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), isNotNull(uploads.fileCount), isNull(uploads.purgedAt)));
  return row ?? null;
}

type FileFact = { position: number; value: string };

/** Stores each object's ETag when the folder is attached. */
export async function keepFileEtags(
  tx: Database,
  uploadId: string,
  etags: readonly FileFact[],
): Promise<void> {
  for (let from = 0; from < etags.length; from += filesPerStatement) {
    await keepSomeEtags(tx, uploadId, etags.slice(from, from + filesPerStatement));
  }
}

async function keepSomeEtags(
  tx: Database,
  uploadId: string,
  etags: readonly FileFact[],
): Promise<void> {
  await tx.execute(sql`
    update ${uploadFiles} set object_etag = fact.value
    from json_to_recordset(${JSON.stringify(etags)}::json) as fact (position int, value text)
    where upload_id = ${uploadId} and upload_files.position = fact.position
  `);
}

/** Stores the hash that the worker computed for each file. */
export async function keepFileHashes(
  tx: Database,
  uploadId: string,
  hashes: readonly FileFact[],
): Promise<void> {
  await tx.execute(sql`
    update ${uploadFiles} set sha256 = fact.value
    from json_to_recordset(${JSON.stringify(hashes)}::json) as fact (position int, value text)
    where upload_id = ${uploadId} and upload_files.position = fact.position
  `);
}

/** Updates the ETag of an object with the same bytes, after the store was moved or restored. */
export async function replaceFileEtag(
  db: Database,
  file: { uploadId: string; position: number },
  etag: string,
): Promise<void> {
  await db
    .update(uploadFiles)
    .set({ objectEtag: etag })
    .where(and(eq(uploadFiles.uploadId, file.uploadId), eq(uploadFiles.position, file.position)));
}

export type KnownFile = {
  sha256: string;
  byteSize: number;
  storagePath: string;
  objectEtag: string;
};

/** Files of the listing's published versions by hash: files of folders, and single ones. */
export async function findKnownFiles(
  db: Database,
  { listingId, hashes }: { listingId: string; hashes: readonly string[] },
): Promise<Map<string, KnownFile>> {
  if (hashes.length === 0) return new Map();
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(hashes)}::jsonb))`;
  const published = and(
    eq(uploads.listingId, listingId),
    isNotNull(uploads.version),
    isNull(uploads.purgedAt),
  );
  const inFolders = await db
    .selectDistinctOn([uploadFiles.sha256], {
      sha256: sql<string>`${uploadFiles.sha256}`,
      byteSize: uploadFiles.byteSize,
      storagePath: uploadFiles.storagePath,
      objectEtag: sql<string>`${uploadFiles.objectEtag}`,
    })
    .from(uploadFiles)
    .innerJoin(uploads, eq(uploads.id, uploadFiles.uploadId))
    .where(and(published, isNotNull(uploadFiles.objectEtag), inArray(uploadFiles.sha256, wanted)))
    .orderBy(asc(uploadFiles.sha256), asc(uploadFiles.uploadId));
  const single = await db
    .select({
      sha256: sql<string>`${uploads.sha256}`,
      byteSize: sql<number>`${uploads.byteSize}`.mapWith(Number),
      storagePath: uploads.storagePath,
      objectEtag: sql<string>`${uploads.objectEtag}`,
    })
    .from(uploads)
    .where(and(published, isNull(uploads.fileCount), inArray(uploads.sha256, wanted)));
  return new Map([...single, ...inFolders].map((file) => [file.sha256, file]));
}
