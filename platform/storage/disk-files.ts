/**
 * The folder of the disk store and the few file operations on which its safety rests. A file is
 * written under `tmp/`, synced, renamed to its place and its folder synced: a reader, a crash or
 * a cut connection sees the old object or the whole new one.
 */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Representation } from "./http-conditions.ts";
import type { ByteRange } from "./port.ts";
import { assertStorageKey, assertStoragePrefix, isMultipartId } from "./storage-key.ts";
import { isZeros } from "./zeros.ts";

const READ_CHUNK_BYTES = 256 * 1024;
/** Ends each object's file name, so that the keys `a` and `a/b` can both exist. */
const OBJECT_SUFFIX = "@object";
/** Ends what a signed PUT has brought, until it is admitted as the object. */
const ARRIVED_SUFFIX = "@arrived";
/** Ends the folder of an upload that is being joined: it takes no further part. */
const JOINING_SUFFIX = ".joining";

export class BodyTooLargeError extends Error {}
export class BodyReadError extends Error {}

export type Body = ReadableStream<Uint8Array> | Uint8Array | AsyncIterable<Uint8Array>;

export type DiskLayout = {
  temporaryDir: string;
  multipartDir: string;
  /** A file, or the folder of an object that was joined of parts, which lie there as they came. */
  objectPlace(key: string): string;
  arrivedFile(key: string): string;
  /** The folder of the objects whose keys begin with a prefix. */
  objectFolder(prefix: string): string;
  /** The folder of a multipart upload, or null for an id that this store cannot have made. */
  multipartFolder(multipartId: string): string | null;
  joiningFolder(multipartId: string): string | null;
};

export function diskLayout(rootDir: string): DiskLayout {
  const multipartDir = join(rootDir, "multipart");
  const objectPath = (key: string, suffix: string) => {
    assertStorageKey(key);
    return join(rootDir, "objects", `${key}${suffix}`);
  };
  const multipartPath = (multipartId: string, suffix: string) =>
    isMultipartId(multipartId) ? join(multipartDir, `${multipartId}${suffix}`) : null;
  return {
    temporaryDir: join(rootDir, "tmp"),
    multipartDir,
    objectPlace: (key) => objectPath(key, OBJECT_SUFFIX),
    arrivedFile: (key) => objectPath(key, ARRIVED_SUFFIX),
    objectFolder(prefix) {
      assertStoragePrefix(prefix);
      return join(rootDir, "objects", prefix);
    },
    multipartFolder: (multipartId) => multipartPath(multipartId, ""),
    joiningFolder: (multipartId) => multipartPath(multipartId, JOINING_SUFFIX),
  };
}

/** The key's last part by the name of its object, or of what has arrived for it; null for another folder. */
export function objectNameOf(fileName: string, { arrived }: { arrived: boolean }): string | null {
  const suffixes = arrived ? [OBJECT_SUFFIX, ARRIVED_SUFFIX] : [OBJECT_SUFFIX];
  const suffix = suffixes.find((end) => fileName.endsWith(end));
  return suffix === undefined ? null : fileName.slice(0, -suffix.length);
}

export const isArrivedName = (fileName: string) => fileName.endsWith(ARRIVED_SUFFIX);

/** The id of a running upload by the name of its folder, which may be that of a joining. */
export function multipartIdOf(folderName: string): string {
  return folderName.endsWith(JOINING_SUFFIX)
    ? folderName.slice(0, -JOINING_SUFFIX.length)
    : folderName;
}

type WriteLimits = { byteSizeMax: number; byteSizeExpected: number | null; hashes?: Hash[] };
type Written = { path: string; etag: string };

export type HashName = "md5" | "sha256";

/** As {@link writeTemporary}, with the body's hashes of these names in hexadecimal. */
export async function writeHashedTemporary(
  layout: DiskLayout,
  body: Body,
  { names, ...limits }: Omit<WriteLimits, "hashes"> & { names: HashName[] },
): Promise<Written & { digests: Map<HashName, string> }> {
  const byName = new Map(names.map((name) => [name, createHash(name)]));
  const written = await writeTemporary(layout, body, { ...limits, hashes: [...byName.values()] });
  const digests = new Map([...byName].map(([name, hash]) => [name, hash.digest("hex")]));
  return { ...written, digests };
}

/**
 * Streams the body into a new file under `tmp/` and syncs it. Returns its path and its ETag.
 * On any failure nothing is left. Throws {@link BodyTooLargeError} beyond `byteSizeMax` and
 * {@link BodyReadError} when the body breaks off or has not `byteSizeExpected` bytes.
 */
export async function writeTemporary(
  layout: DiskLayout,
  body: Body,
  limits: WriteLimits,
): Promise<Written> {
  await mkdir(layout.temporaryDir, { recursive: true });
  const path = join(layout.temporaryDir, randomUUID());
  const file = await open(path, "wx", 0o600);
  try {
    const byteSize = await writeBody(file, body, limits);
    if (limits.byteSizeExpected !== null && byteSize !== limits.byteSizeExpected) {
      throw new BodyReadError(`${byteSize} of ${limits.byteSizeExpected} bytes arrived`);
    }
    await file.sync();
    const { etag } = describe(await file.stat({ bigint: true }));
    await file.close();
    return { path, etag };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function writeBody(
  file: FileHandle,
  body: Body,
  { byteSizeMax, hashes = [] }: WriteLimits,
): Promise<number> {
  let byteSize = 0;
  let writtenBytes = 0;
  for await (const chunk of chunksOf(body)) {
    const start = byteSize;
    byteSize += chunk.byteLength;
    if (byteSize > byteSizeMax) throw new BodyTooLargeError(`More than ${byteSizeMax} bytes`);
    for (const hash of hashes) hash.update(chunk);
    if (isZeros(chunk)) continue;
    await writeFully(file, chunk, start);
    writtenBytes = byteSize;
  }
  // What was left out is a hole, which reads as zeros and takes no room; this makes the last one.
  if (writtenBytes < byteSize) await file.truncate(byteSize);
  return byteSize;
}

/** Names failures of the source apart from those of the disk. */
async function* chunksOf(body: Body): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) {
    yield body;
    return;
  }
  const iterator = body[Symbol.asyncIterator]();
  let finished = false;
  try {
    while (true) {
      const next = await iterator.next().catch((cause: unknown) => {
        finished = true;
        throw new BodyReadError("The body broke off", { cause });
      });
      if (next.done === true) {
        finished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!finished) await iterator.return?.();
  }
}

async function writeFully(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let offset = 0;
  while (offset < chunk.byteLength) {
    const left = chunk.byteLength - offset;
    const { bytesWritten } = await file.write(chunk, offset, left, position + offset);
    offset += bytesWritten;
  }
}

/** Moves a finished temporary file to its place; a failure removes the file and is thrown. */
export async function publishFile(temporaryPath: string, path: string): Promise<void> {
  try {
    await moveDurably(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** Moves a file or folder to its place, making folders as needed, durably. */
export async function moveDurably(from: string, path: string): Promise<void> {
  const firstMade = await mkdir(dirname(path), { recursive: true });
  await rename(from, path);
  await syncFolder(dirname(path));
  if (firstMade === undefined) return;
  const last = dirname(firstMade);
  for (let folder = dirname(path); folder !== last; ) {
    folder = dirname(folder);
    await syncFolder(folder);
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What lies in a folder and was not touched for so long. */
export async function entriesOlderThan(
  folder: string,
  olderThanSeconds: number,
): Promise<string[]> {
  const before = Date.now() - olderThanSeconds * 1000;
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const old: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(nullIfMissing);
    if (stats !== null && stats.mtimeMs < before) old.push(path);
  }
  return old;
}

/** Moves a folder away in one step and then deletes it: nobody sees a half of it. False: not there. */
export async function discardFolder(layout: DiskLayout, folder: string): Promise<boolean> {
  await mkdir(layout.temporaryDir, { recursive: true });
  const discarded = join(layout.temporaryDir, randomUUID());
  const moved = await rename(folder, discarded).then(() => true, nullIfMissing);
  if (moved === null) return false;
  await syncFolder(dirname(folder));
  await rm(discarded, { recursive: true, force: true });
  return true;
}

/** Whether something is in the way of what was to be moved or linked to a place. */
export function isOccupied(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EISDIR"].some((occupied) => occupied === code);
}

/** For `.catch`: null when the path is not there, otherwise the error again. */
export function nullIfMissing(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}

/**
 * Size, time and ETag of a file. Each write makes a new file, so inode, size and time
 * together name one content: a strong validator without reading the bytes. The time counts in
 * milliseconds, which is all that Deno tells; both runtimes may serve one folder.
 */
export function describe({ size, mtimeMs, ino }: BigIntStats): Representation {
  const etag = `"${mtimeMs.toString(16)}-${size.toString(16)}-${ino.toString(16)}"`;
  return { byteSize: Number(size), etag, lastModified: new Date(Number(mtimeMs)) };
}

/**
 * A range of the file that `opening` gives. The first read opens it; it is closed before the last chunk is
 * handed out, or when the generator is ended.
 */
export async function* readFileRange(
  opening: () => Promise<FileHandle>,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (range.start > range.endInclusive) return;
  const file = await opening();
  let last: Uint8Array;
  try {
    for (let start = range.start; ; ) {
      const chunk = await readChunk(file, { ...range, start });
      start += chunk.length;
      if (start > range.endInclusive) {
        last = chunk;
        break;
      }
      yield chunk;
    }
  } finally {
    await file.close();
  }
  yield last;
}

/** The next bytes of the range. */
async function readChunk(file: FileHandle, range: ByteRange): Promise<Uint8Array> {
  const wanted = Math.min(READ_CHUNK_BYTES, range.endInclusive + 1 - range.start);
  const chunk = new Uint8Array(wanted);
  const { bytesRead } = await file.read(chunk, 0, wanted, range.start);
  if (bytesRead === 0) throw new Error("The file ended before its size");
  return chunk.subarray(0, bytesRead);
}
