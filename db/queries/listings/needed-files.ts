/** Files that the catalogue and buyers rely on. */
import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { profiles, uploads } from "../../schema/index.ts";
import { readTwinObjects } from "../catalogue/twins.ts";
import { eachUploadFiles } from "./upload-files.ts";

const pageRows = 1000;

type NeededRow = {
  id: string;
  storagePath: string;
  byteSize: number | null;
  samplePath: string | null;
  hasTables: boolean;
  fileCount: number | null;
};

/** Named as in `market/profile/table-pack.ts`, which this room must not import. */
function tablePackPath(samplePath: string): string {
  return samplePath.replace(/\.json$/, ".tables");
}

type NeededFile = { path: string; byteSize: number | null };

async function* listFolderFiles(db: Database, uploadId: string): AsyncGenerator<NeededFile> {
  for await (const rows of eachUploadFiles(db, uploadId)) {
    for (const { storagePath, byteSize } of rows) yield { path: storagePath, byteSize };
  }
}

/**
 * Every file that was ever on sale, and those of trials, with its samples, other tables and Parquet twins, by path; with
 * the size if a row states it.
 */
export async function* listNeededFiles(db: Database): AsyncGenerator<NeededFile> {
  let after: string | null = null;
  for (;;) {
    const rows: NeededRow[] = await db
      .select({
        id: uploads.id,
        storagePath: uploads.storagePath,
        byteSize: uploads.byteSize,
        samplePath: uploads.samplePath,
        fileCount: uploads.fileCount,
        hasTables: sql<boolean>`${profiles.profile} -> 'tables' is not null`,
      })
      .from(uploads)
      .leftJoin(profiles, eq(profiles.uploadId, uploads.id))
      .where(
        and(
          isNull(uploads.purgedAt),
          or(isNotNull(uploads.version), isNotNull(uploads.samplePath), eq(uploads.state, "trial")),
          after === null ? undefined : gt(uploads.id, after),
        ),
      )
      .orderBy(asc(uploads.id))
      .limit(pageRows);
    for (const { id, storagePath, byteSize, samplePath, hasTables, fileCount } of rows) {
      // The path of a folder is its manifest, whose size no row states.
      yield { path: storagePath, byteSize: fileCount === null ? byteSize : null };
      if (fileCount !== null) yield* listFolderFiles(db, id);
      if (samplePath === null) continue;
      yield { path: samplePath, byteSize: null };
      if (hasTables) yield { path: tablePackPath(samplePath), byteSize: null };
    }
    const ids = rows.map(({ id }) => id);
    for (const twin of await readTwinObjects(db, ids)) yield twin;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < pageRows) return;
  }
}
