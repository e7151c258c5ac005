/**
 * Downloads an uploaded object, hashes it, and verifies that it is the one that the seller
 * attached.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ObjectNotFoundError, type Storage } from "../../platform/storage/port.ts";

/** The object can never give a sample, so the job ends with this code. */
export class FileRefusedError extends Error {
  readonly code: "file_missing" | "file_changed" | "file_too_large" | "file_hash_differs";

  constructor(code: FileRefusedError["code"], detail: string) {
    super(detail);
    this.name = "FileRefusedError";
    this.code = code;
  }
}

/** A file of a folder that must be sent again. */
export type RefusedPart = {
  position: number;
  path: string;
  storagePath: string;
  isReused: boolean;
};

/** Some files of a folder cannot give a sample. */
export class FolderRefusedError extends FileRefusedError {
  readonly files: readonly RefusedPart[];

  constructor(code: FileRefusedError["code"], detail: string, files: readonly RefusedPart[]) {
    super(code, detail);
    this.name = "FolderRefusedError";
    this.files = files;
  }
}

/** The store failed, not the file: the same job may succeed later. */
export class StoreFailedError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StoreFailedError";
  }
}

/** The work folder could not be written: another worker may have room. */
export class DiskFailedError extends Error {
  constructor(cause: unknown) {
    super("the work folder could not be written", { cause });
    this.name = "DiskFailedError";
  }
}

export type FetchedFile = { sha256: string; byteSize: number };

/** The object as attached, or as it was hashed later. */
export type KnownObject = {
  objectEtag: string | null;
  byteSize: number | null;
  /** Null if nobody has read all of it yet. */
  sha256: string | null;
  attachedAt: Date | null;
};

type FileRequest = { known: KnownObject; bytesMax: number };

/** File systems have a time resolution of at most a hundredth of a second. */
const tickMs = 10;

type Target = {
  path: string;
  signal: AbortSignal;
  onProgress: (bytesDone: number, bytesTotal: number) => void;
};

/**
 * The head of the attached object. With another ETag it may still have the same bytes, which
 * `requireSame` checks after hashing. Throws {@link FileRefusedError}, {@link StoreFailedError}.
 */
export async function headOf(
  storage: Pick<Storage, "head">,
  key: string,
  { known, bytesMax }: FileRequest,
): Promise<{ etag: string; byteSize: number }> {
  const head = await storage.head(key).catch(failStore);
  if (head === null) throw missing();
  if (head.etag !== known.objectEtag && !mayBeSame(head, known)) throw changed();
  if (head.byteSize > bytesMax) throw tooLarge(bytesMax);
  return head;
}

/** A store that was moved or restored gives the same bytes another ETag but keeps their time. */
function mayBeSame(head: { byteSize: number; lastModified: Date }, known: KnownObject): boolean {
  if (head.byteSize !== known.byteSize) return false;
  if (known.sha256 !== null || known.attachedAt === null) return known.sha256 !== null;
  return head.lastModified.getTime() + tickMs < known.attachedAt.getTime();
}

/**
 * Throws {@link FileRefusedError} if the bytes under another ETag differ from those hashed before.
 */
export function requireSame(found: { etag: string; sha256: string }, known: KnownObject): void {
  if (found.etag === known.objectEtag || known.sha256 === null) return;
  if (found.sha256 !== known.sha256) throw changed();
}

/**
 * Streams the object to `path`, hashing on the way. `onProgress` receives bytes done and total
 * bytes. Throws {@link FileRefusedError}, {@link StoreFailedError}, {@link DiskFailedError}, or the
 * signal's reason.
 */
export async function fetchFile(
  storage: Storage,
  key: string,
  options: FileRequest & Target,
): Promise<FetchedFile> {
  return await download(storage, key, await headOf(storage, key, options), options);
}

/** Like {@link fetchFile}, with a known head. */
export async function download(
  storage: Storage,
  key: string,
  head: { etag: string; byteSize: number },
  { known, path, signal, onProgress }: Pick<FileRequest, "known"> & Target,
): Promise<FetchedFile> {
  const body = await storage.read(key).catch(failStore);
  const hash = createHash("sha256");
  const file = await open(path, "wx").catch(async (error: unknown) => {
    await body.cancel().catch(() => {});
    return failDisk(error);
  });
  let byteSize = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      signal.throwIfAborted();
      byteSize += chunk.byteLength;
      if (byteSize > head.byteSize) throw changed();
      hash.update(chunk);
      await file.writeFile(chunk).catch(failDisk);
      onProgress(byteSize, head.byteSize);
    }
  } finally {
    await file.close();
  }
  // A broken connection can look like the end of the file.
  if (byteSize !== head.byteSize) {
    throw new StoreFailedError(`got ${byteSize} of ${head.byteSize} bytes`);
  }
  const after = await storage.head(key).catch(failStore);
  if (after?.etag !== head.etag) throw changed();
  const sha256 = hash.digest("hex");
  requireSame({ etag: head.etag, sha256 }, known);
  return { sha256, byteSize };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read().catch(failStore);
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the transfer if the caller leaves early; does nothing after the end.
    await reader.cancel().catch(() => {});
  }
}

export function failStore(error: unknown): never {
  if (error instanceof ObjectNotFoundError) throw missing();
  throw new StoreFailedError("the file store did not answer", { cause: error });
}

function failDisk(error: unknown): never {
  throw new DiskFailedError(error);
}

export function changed(): FileRefusedError {
  return new FileRefusedError("file_changed", "Another file replaced it after it was attached.");
}

function missing(): FileRefusedError {
  return new FileRefusedError("file_missing", "The uploaded file is no longer in the store.");
}

function tooLarge(bytesMax: number): FileRefusedError {
  return new FileRefusedError("file_too_large", `The file has more than ${bytesMax} bytes.`);
}
