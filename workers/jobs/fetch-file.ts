/** Brings an uploaded object onto the disk, hashed, and sure to be the one that the seller named. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { ObjectNotFoundError, type Storage } from "../../platform/storage/port.ts";

/** The object is not fit for a sample, whoever tries: the job ends with this code. */
export class FileRefusedError extends Error {
  readonly code: "file_missing" | "file_changed" | "file_too_large" | "file_hash_differs";

  constructor(code: FileRefusedError["code"], detail: string) {
    super(detail);
    this.name = "FileRefusedError";
    this.code = code;
  }
}

/** The store failed, not the file: the same job may succeed a little later. */
export class StoreFailedError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StoreFailedError";
  }
}

/** The work folder could not be written: this worker's trouble, and another one may have room. */
export class DiskFailedError extends Error {
  constructor(cause: unknown) {
    super("the work folder could not be written", { cause });
    this.name = "DiskFailedError";
  }
}

export type FetchedFile = { sha256: string; byteSize: number };

type Wanted = {
  /** Of the object when the seller named it. */
  etag: string | null;
  bytesMax: number;
};

type Target = {
  path: string;
  signal: AbortSignal;
  onProgress: (bytesDone: number, bytesTotal: number) => void;
};

/** The head of the object that was attached. Throws {@link FileRefusedError}, {@link StoreFailedError}. */
export async function headOf(
  storage: Pick<Storage, "head">,
  key: string,
  { etag, bytesMax }: Wanted,
): Promise<{ etag: string; byteSize: number }> {
  const head = await storage.head(key).catch(failStore);
  if (head === null) throw missing();
  if (head.etag !== etag) throw changed();
  if (head.byteSize > bytesMax) throw tooLarge(bytesMax);
  return head;
}

/**
 * Streams the object to `path`, hashing on the way. `onProgress` gets bytes done and in all.
 * Throws {@link FileRefusedError}, {@link StoreFailedError}, {@link DiskFailedError}, or the
 * signal's reason.
 */
export async function fetchFile(
  storage: Storage,
  key: string,
  options: Wanted & Target,
): Promise<FetchedFile> {
  return await download(storage, key, await headOf(storage, key, options), options);
}

/** As {@link fetchFile}, of an object whose head was looked at. */
export async function download(
  storage: Storage,
  key: string,
  head: { etag: string; byteSize: number },
  { path, signal, onProgress }: Target,
): Promise<FetchedFile> {
  const body = await storage.read(key).catch(failStore);
  const hash = createHash("sha256");
  const file = await open(path, "wx").catch(failDisk);
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
  // A connection that breaks can look like the end of the file.
  if (byteSize !== head.byteSize) {
    throw new StoreFailedError(`got ${byteSize} of ${head.byteSize} bytes`);
  }
  const after = await storage.head(key).catch(failStore);
  if (after?.etag !== head.etag) throw changed();
  return { sha256: hash.digest("hex"), byteSize };
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
    // Ends the transfer when the caller leaves early; after the end it does nothing.
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
  return new FileRefusedError("file_changed", "Another file took its place after it was attached.");
}

function missing(): FileRefusedError {
  return new FileRefusedError("file_missing", "The uploaded file is no longer in the store.");
}

function tooLarge(bytesMax: number): FileRefusedError {
  return new FileRefusedError("file_too_large", `The file has more than ${bytesMax} bytes.`);
}
