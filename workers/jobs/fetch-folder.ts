/** Downloads the files of a folder, hashes them, and writes the folder's manifest. */
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../db/client.ts";
import { eachUploadFiles, type UploadFileRow } from "../../db/queries/listings/upload-files.ts";
import type { ProfileJob } from "../../market/listing/begin-profile-job.ts";
import {
  type ManifestFile,
  manifestText,
  refusedFilesText,
} from "../../market/listing/folder/rules.ts";
import type { FileFacts } from "../../market/listing/profile-outcome.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { FileRefusedError, FolderRefusedError, fetchFile } from "./fetch-file.ts";
import { requireDiskRoom } from "./require-disk-room.ts";
import { storePreview } from "./store-previews.ts";

/** Small files spend most of their time waiting for the store. */
const filesAtOnceMax = 8;

type Fetching = {
  dir: string;
  /** Whether an earlier job has written the manifest, so that it is not written again. */
  isProfiled: boolean;
  signal: AbortSignal;
  /** Receives bytes done and total bytes. */
  onProgress: (bytesDone: number, bytesTotal: number) => void;
};

/** A file of the folder on disk, named by its position. */
type FetchedPart = { path: string; filePath: string; byteSize: number };

/**
 * Fetches each file, which must be the attached one and match its stated hash. Throws what
 * `fetchFile` throws; {@link FolderRefusedError} names every unfit file.
 */
export async function fetchFolder(
  { db, storage }: { db: Database; storage: Storage },
  job: Pick<ProfileJob, "uploadId" | "storagePath" | "attachedAt">,
  fetching: Fetching,
): Promise<{ file: FileFacts; parts: FetchedPart[] }> {
  const rows: UploadFileRow[] = [];
  for await (const some of eachUploadFiles(db, job.uploadId)) rows.push(...some);
  await mkdir(fetching.dir);
  const bytesTotal = rows.reduce((sum, { byteSize }) => sum + byteSize, 0);
  await requireDiskRoom(fetching.dir, bytesTotal);
  const doneOf = new Map<number, number>();
  let bytesDone = 0;
  const onBytes = (position: number, done: number) => {
    bytesDone += done - (doneOf.get(position) ?? 0);
    doneOf.set(position, done);
    fetching.onProgress(bytesDone, bytesTotal);
  };
  const files: ManifestFile[] = new Array(rows.length);
  const waiting = rows.values();
  const refused: { row: UploadFileRow; error: FileRefusedError }[] = [];
  const fetchSome = async () => {
    for (const row of waiting) {
      const known = { ...row, attachedAt: job.attachedAt };
      try {
        const sha256 = await fetchOne(storage, known, fetching, (done) =>
          onBytes(row.position, done),
        );
        files[row.position] = { path: row.path, byteSize: row.byteSize, sha256 };
      } catch (error) {
        if (!(error instanceof FileRefusedError)) throw error;
        refused.push({ row, error });
      }
    }
  };
  await Promise.all(Array.from({ length: filesAtOnceMax }, fetchSome));
  throwRefused(refused);
  const facts = await (fetching.isProfiled
    ? manifestFacts(storage, job.storagePath, files)
    : storeManifest(storage, job.storagePath, files));
  const parts = rows.map(({ path, byteSize, position }) => {
    return { path, byteSize, filePath: join(fetching.dir, String(position)) };
  });
  return { file: { ...facts, byteSize: bytesTotal }, parts };
}

/** A file reused from an earlier version was hashed then; its hash must still be the same. */
async function fetchOne(
  storage: Storage,
  row: UploadFileRow & Pick<ProfileJob, "attachedAt">,
  { dir, signal }: Fetching,
  onBytes: (done: number) => void,
): Promise<string> {
  signal.throwIfAborted();
  const objectEtag = row.isReused
    ? ((await storage.head(row.storagePath))?.etag ?? null)
    : row.objectEtag;
  const fetched = await fetchFile(storage, row.storagePath, {
    path: join(dir, String(row.position)),
    known: { ...row, objectEtag },
    bytesMax: row.byteSize,
    signal,
    onProgress: onBytes,
  });
  if (row.statedSha256 === null || row.statedSha256 === fetched.sha256) return fetched.sha256;
  const detail = `its SHA-256 is ${fetched.sha256}, and ${row.statedSha256} was announced.`;
  throw new FileRefusedError("file_hash_differs", detail);
}

/** The code is that of the first unfit file in the folder's order. */
function throwRefused(refused: { row: UploadFileRow; error: FileRefusedError }[]): void {
  const sorted = refused.toSorted((one, other) => one.row.position - other.row.position);
  const [first] = sorted;
  if (first === undefined) return;
  const named = sorted.map(({ row, error }) => ({ path: row.path, detail: error.message }));
  const files = sorted.map(({ row: { position, path, storagePath, isReused } }) => {
    return { position, path, storagePath, isReused };
  });
  throw new FolderRefusedError(first.error.code, refusedFilesText(named), files);
}

/** The manifest is the object at the folder's own path, for which no upload URL was ever issued. */
async function storeManifest(
  storage: Storage,
  storagePath: string,
  files: readonly ManifestFile[],
): Promise<Pick<FileFacts, "sha256" | "folder">> {
  const manifest = new TextEncoder().encode(manifestText(files));
  await storePreview(storage, storagePath, manifest, "application/json");
  return await manifestFacts(storage, storagePath, files);
}

async function manifestFacts(
  storage: Storage,
  storagePath: string,
  files: readonly ManifestFile[],
): Promise<Pick<FileFacts, "sha256" | "folder">> {
  const manifest = new TextEncoder().encode(manifestText(files));
  const head = await storage.head(storagePath);
  if (head === null)
    throw new Error(`the manifest ${storagePath} disappeared right after it was written`);
  const hashes = files.map(({ sha256 }, position) => ({ position, value: sha256 }));
  const sha256 = createHash("sha256").update(manifest).digest("hex");
  return { sha256, folder: { objectEtag: head.etag, hashes } };
}
