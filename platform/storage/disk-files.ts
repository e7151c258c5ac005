/**
 * The folder of the disk store and the few file operations on which its safety rests. A file is
 * written under `tmp/`, synced and renamed to its place, and its folder is synced: a reader, a
 * crash or a lost connection sees the old object or the whole new one.
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
/** Suffix of an object's file name, so that the keys `a` and `a/b` can both exist. */
const OBJECT_SUFFIX = "@object";
/** Suffix of the content of a signed PUT, until it is admitted as the object. */
const ARRIVED_SUFFIX = "@arrived";
/** Suffix of the folder of an upload that is being joined: it accepts no more parts. */
const JOINING_SUFFIX = ".joining";

export class BodyTooLargeError extends Error {}
export class BodyReadError extends Error {}

export type Body = ReadableStream<Uint8Array> | Uint8Array | AsyncIterable<Uint8Array>;

export type DiskLayout = {
  temporaryDir: string;
  multipartDir: string;
  /** A file, or the folder of a joined object, which contains the parts as they arrived. */
  objectPlace(key: string): string;
  arrivedFile(key: string): string;
  /** The folder of the objects whose keys have this prefix. */
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

/**
 * The last part of the key for a file name of an object, or of arrived content; null for another
 * name.
 */
export function objectNameOf(fileName: string, { arrived }: { arrived: boolean }): string | null {
  const suffixes = arrived ? [OBJECT_SUFFIX, ARRIVED_SUFFIX] : [OBJECT_SUFFIX];
  const suffix = suffixes.find((end) => fileName.endsWith(end));
  return suffix === undefined ? null : fileName.slice(0, -suffix.length);
}

export const isArrivedName = (fileName: string) => fileName.endsWith(ARRIVED_SUFFIX);

/** The id of a running upload from its folder's name, which may have the joining suffix. */
export function multipartIdOf(folderName: string): string {
  return folderName.endsWith(JOINING_SUFFIX)
    ? folderName.slice(0, -JOINING_SUFFIX.length)
    : folderName;
}

type WriteLimits = { byteSizeMax: number; byteSizeExpected: number | null; hashes?: Hash[] };
type Written = { path: string; etag: string };

export type HashName = "md5" | "sha256";

/** Like {@link writeTemporary}, with the body's hashes of these kinds in hexadecimal. */
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
 * Streams the body into a new file under `tmp/` and syncs it. Returns its path and its ETag. A
 * failure leaves nothing behind. Throws {@link BodyTooLargeError} beyond `byteSizeMax`, and {@link
 * BodyReadError} if the body breaks off or does not have `byteSizeExpected` bytes.
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
  // Skipped zeros are holes, which read as zeros and take no space; this creates a hole at the end.
  if (writtenBytes < byteSize) await file.truncate(byteSize);
  return byteSize;
}

/** Distinguishes failures of the source from those of the disk. */
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

/** Moves a finished temporary file to its place; on failure removes the file and rethrows. */
export async function publishFile(temporaryPath: string, path: string): Promise<void> {
  try {
    await moveDurably(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

/** Moves a file or folder to its place durably, creating folders as needed. */
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

/** Entries of a folder that were not touched for this long. */
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

/**
 * Moves a folder away in one step and then deletes it, so that nobody sees half of it. False if it
 * does not exist.
 */
export async function discardFolder(layout: DiskLayout, folder: string): Promise<boolean> {
  await mkdir(layout.temporaryDir, { recursive: true });
  const discarded = join(layout.temporaryDir, randomUUID());
  const moved = await rename(folder, discarded).then(() => true, nullIfMissing);
  if (moved === null) return false;
  await syncFolder(dirname(folder));
  await rm(discarded, { recursive: true, force: true });
  return true;
}

/** Whether something already exists at the target of a move or link. */
export function isOccupied(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EISDIR"].some((occupied) => occupied === code);
}

/** For `.catch`: null if the path does not exist; rethrows other errors. */
export function nullIfMissing(error: unknown): null {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return null;
  throw error;
}

/**
 * Size, time and ETag of a file. Each write creates a new file, so inode, size and time together
 * identify the content: a strong validator without reading the bytes. The time is in milliseconds,
 * because Deno provides no more, and both runtimes may serve one folder.
 */
export function describe({ size, mtimeMs, ino }: BigIntStats): Representation {
  const etag = `"${mtimeMs.toString(16)}-${size.toString(16)}-${ino.toString(16)}"`;
  return { byteSize: Number(size), etag, lastModified: new Date(Number(mtimeMs)) };
}

/**
 * A range of the file that `opening` provides. The first read opens it; it is closed before the
 * last chunk is returned, or when the generator ends.
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
