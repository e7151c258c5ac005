/** Checks a folder, or one file of it, before delivery, and signs its URLs. */
import {
  eachUploadFiles,
  findUploadFile,
  replaceFileEtag,
  type UploadFileRow,
} from "../../../db/queries/listings/upload-files.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { checkFile, type FileCheck } from "../../listing/check-file.ts";
import { findStored } from "../../listing/folder/stored-files.ts";
import { downloadName } from "../rules.ts";
import { ArchiveLength } from "./archive-length.ts";
import { signArchive } from "./archive-token.ts";

/** A folder as it was put on sale. */
export type Folder = {
  id: string;
  storagePath: string;
  objectEtag: string | null;
  samplePath: string | null;
  sha256: string | null;
  fileCount: number;
};

type Store = Pick<Context, "db" | "storage">;
type Fault = Exclude<FileCheck["kind"], "intact">;

/** The requested file or all files; or the fault and the file that has it. */
export type DeliveryCheck =
  | { kind: "intact"; file: UploadFileRow | null; archiveBytes: number }
  | { kind: Fault; path: string };

/**
 * Whether the stored bytes of one file or all files are still the sold ones.
 * Errors: file_not_found for a path that the folder does not have, storage_unavailable.
 */
export async function lookAtFolder(
  ctx: Store,
  folder: Folder,
  path: string | undefined,
): Promise<DeliveryCheck> {
  if (path !== undefined) {
    const file = await findUploadFile(ctx.db, { uploadId: folder.id, path });
    if (file === null) throw noSuchFile();
    const fault = await findFault(ctx, folder, [file]);
    return fault ?? { kind: "intact", file, archiveBytes: 0 };
  }
  const manifest = await checkFile(ctx.storage, { ...folder, byteSize: null });
  if (manifest.kind !== "intact") return { kind: manifest.kind, path: "the manifest" };
  const length = new ArchiveLength();
  for await (const rows of eachUploadFiles(ctx.db, folder.id)) {
    const fault = await findFault(ctx, folder, rows);
    if (fault !== null) return fault;
    for (const row of rows) length.add(row);
  }
  return { kind: "intact", file: null, archiveBytes: length.bytes };
}

export function noSuchFile(): MarketError {
  return new MarketError("file_not_found", "The folder has no file at this path.");
}

/** The first missing or changed file; null if there is none. */
export async function findFault(
  { db, storage }: Store,
  { samplePath }: Pick<Folder, "samplePath">,
  files: readonly UploadFileRow[],
): Promise<{ kind: Fault; path: string } | null> {
  const stored = await findStored(
    storage,
    files.map((file) => file.storagePath),
  );
  for (const file of files) {
    const object = stored.get(file.storagePath);
    if (object !== undefined && object.etag === file.objectEtag) continue;
    const check = await checkFile(storage, { ...file, samplePath });
    if (check.kind !== "intact") return { kind: check.kind, path: file.path };
    await replaceFileEtag(db, file, check.etag);
  }
  return null;
}

/** `buyerId`: the account that bought the folder; null for a free one. */
type Delivery = { title: string; ttlSeconds: number; buyerId: string | null };

/** The signed URL of a checked file or folder, with its expected hashes. */
export async function signFolder(
  { storage, config, now }: Pick<Context, "storage" | "config" | "now">,
  folder: Folder,
  { file, archiveBytes }: Extract<DeliveryCheck, { kind: "intact" }>,
  { title, ttlSeconds, buyerId }: Delivery,
) {
  const facts = { expires_in: ttlSeconds, manifest_sha256: folder.sha256 };
  if (file !== null) {
    const url = await signFile({ storage }, file, ttlSeconds);
    return { download_url: url, sha256: file.sha256, byte_size: file.byteSize, ...facts };
  }
  const expiresAtSeconds = Math.floor(now().getTime() / 1000) + ttlSeconds;
  const name = downloadName({ title, format: "zip", compression: null });
  const grant = { uploadId: folder.id, name, expiresAtSeconds, buyerId };
  const token = signArchive(config.AGENT_TOKEN_SECRET, grant);
  const url = `${config.PUBLIC_BASE_URL}/archives/${token}`;
  return { download_url: url, sha256: null, byte_size: archiveBytes, ...facts };
}

/** A file is saved by its base name, without its folders. */
export function signFile(
  { storage }: Pick<Context, "storage">,
  { path, storagePath }: UploadFileRow,
  ttlSeconds: number,
): Promise<string> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const contentType = "application/octet-stream";
  return storage.signGet(storagePath, { ttlSeconds, downloadName: name, contentType });
}

/** The manifest, which is stored at the folder's own path. */
export function signManifest(
  { storage }: Pick<Context, "storage">,
  { storagePath }: Folder,
  ttlSeconds: number,
): Promise<string> {
  const contentType = "application/json";
  return storage.signGet(storagePath, { ttlSeconds, downloadName: "manifest.json", contentType });
}
