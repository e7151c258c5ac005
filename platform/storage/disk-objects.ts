/**
 * Objects of the disk store: a file, or a folder with the parts of a joined object and a list of
 * their order. So a file of any size is joined by a rename, without copying.
 */
import { openAsBlob } from "node:fs";
import { type FileHandle, link, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { streamOf } from "../stream-of.ts";
import {
  type DiskLayout,
  describe,
  discardFolder,
  isArrivedName,
  isOccupied,
  nullIfMissing,
  objectNameOf,
  publishFile,
  readFileRange,
  syncFolder,
} from "./disk-files.ts";
import type { Representation } from "./http-conditions.ts";
import { lookAtAll } from "./look-at-all.ts";
import {
  type ArrivedObject,
  type ByteRange,
  type ListOptions,
  ObjectReplacedError,
  type StoredObject,
} from "./port.ts";

/** Its first line is the object's size; each other line is a part's size and file name. */
const PART_LIST_FILE = "parts";
const SIZE_LINE_BYTES_MAX = 32;

export type FoundObject = {
  representation: Representation;
  /**
   * Fails with {@link ObjectReplacedError} if another object has replaced it before the first read.
   */
  stream(range: ByteRange): ReadableStream<Uint8Array>;
  /** The range as a blob of one file, or null if it spans several. */
  blob(range: ByteRange): Promise<Blob | null>;
};

export type JoinedPart = { name: string; byteSize: number };

/** The object of the key, or null. Leaves nothing open. */
export async function findObject(layout: DiskLayout, key: string): Promise<FoundObject | null> {
  const place = layout.objectPlace(key);
  const stats = await stat(place, { bigint: true }).catch(nullIfMissing);
  if (stats === null) return null;
  if (!stats.isDirectory()) return plainObject(place, describe(stats));
  const list = await open(join(place, PART_LIST_FILE), "r").catch(nullIfMissing);
  return list === null ? null : await joinedObject(place, list);
}

/** A joined object is deleted before the new one takes its place. */
export async function publishObject(
  layout: DiskLayout,
  key: string,
  temporaryPath: string,
): Promise<void> {
  await discardJoined(layout, key);
  await publishFile(temporaryPath, layout.objectPlace(key));
}

export async function deleteObject(layout: DiskLayout, key: string): Promise<void> {
  await discardJoined(layout, key);
  await rm(layout.objectPlace(key), { force: true }).catch(nullIfMissing);
  await rm(layout.arrivedFile(key), { force: true }).catch(nullIfMissing);
}

async function discardJoined(layout: DiskLayout, key: string): Promise<void> {
  const place = layout.objectPlace(key);
  const stats = await stat(place).catch(nullIfMissing);
  if (stats?.isDirectory() === true) await discardFolder(layout, place);
}

/** The object, or otherwise the content of a signed PUT. */
export async function findArrived(layout: DiskLayout, key: string): Promise<ArrivedObject | null> {
  const object = await describeObject(layout, key);
  if (object !== null) return { ...object, isAdmitted: true };
  const stats = await stat(layout.arrivedFile(key), { bigint: true }).catch(nullIfMissing);
  if (stats === null) return null;
  const { byteSize, etag } = describe(stats);
  return { key, byteSize, etag, isAdmitted: false };
}

/**
 * Puts the content of a signed PUT where it waits for admission. False if another one was admitted
 * before; the content is deleted then.
 */
export async function publishArrived(
  layout: DiskLayout,
  key: string,
  { path, etag }: { path: string; etag: string },
): Promise<boolean> {
  await publishFile(path, layout.arrivedFile(key));
  const object = await describeObject(layout, key);
  // Its own bytes may have been admitted in the meantime.
  if (object === null || object.etag === etag) return true;
  await rm(layout.arrivedFile(key), { force: true });
  return false;
}

/**
 * Makes arrived content the object of its key, by a hard link. The link fails if there is an
 * object, so exactly one of several concurrent calls and joins wins.
 */
export async function admitArrived(
  layout: DiskLayout,
  { key, etag }: Pick<ArrivedObject, "key" | "etag">,
): Promise<StoredObject | null> {
  const arrived = await findArrived(layout, key);
  if (arrived === null || (!arrived.isAdmitted && arrived.etag !== etag)) return null;
  if (!arrived.isAdmitted) {
    const place = layout.objectPlace(key);
    await link(layout.arrivedFile(key), place).catch((error: unknown) => {
      if (!isOccupied(error)) nullIfMissing(error);
    });
    await syncFolder(dirname(place));
  }
  const object = await describeObject(layout, key);
  if (object !== null) await rm(layout.arrivedFile(key), { force: true });
  return object;
}

export async function discardArrived(layout: DiskLayout, key: string): Promise<void> {
  await rm(layout.arrivedFile(key), { force: true }).catch(nullIfMissing);
  const folder = layout.objectFolder(`${key}/`);
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (isArrivedName(name)) await rm(join(folder, name), { force: true });
  }
}

/** The objects directly in the folder of a prefix, with their keys. */
export async function listObjects(
  layout: DiskLayout,
  prefix: string,
  options: ListOptions,
): Promise<StoredObject[]> {
  const keys = await listKeys(layout, prefix, { ...options, arrived: false });
  const objects = await lookAtAll(keys, (key) => describeObject(layout, key));
  return objects.filter((object) => object !== null);
}

/** The same, including content that was not admitted. */
export async function listArrived(
  layout: DiskLayout,
  prefix: string,
  options: ListOptions,
): Promise<ArrivedObject[]> {
  const keys = await listKeys(layout, prefix, { ...options, arrived: true });
  const objects = await lookAtAll(keys, (key) => findArrived(layout, key));
  return objects.filter((object) => object !== null);
}

async function listKeys(
  layout: DiskLayout,
  prefix: string,
  { after, keysMax, arrived }: ListOptions & { arrived: boolean },
): Promise<string[]> {
  const files = (await readdir(layout.objectFolder(prefix)).catch(nullIfMissing)) ?? [];
  const names = new Set(files.flatMap((file) => objectNameOf(file, { arrived }) ?? []));
  return [...names]
    .map((name) => `${prefix}${name}`)
    .filter((key) => after === undefined || key > after)
    .sort()
    .slice(0, keysMax);
}

async function describeObject(layout: DiskLayout, key: string): Promise<StoredObject | null> {
  const object = await findObject(layout, key);
  if (object === null) return null;
  const { byteSize, etag } = object.representation;
  return { key, byteSize, etag };
}

/** The text of the list that makes a folder of parts an object. */
export function partList(parts: JoinedPart[]): { name: string; text: string } {
  const byteSize = parts.reduce((sum, part) => sum + part.byteSize, 0);
  const lines = parts.map((part) => `${part.byteSize} ${part.name}`);
  return { name: PART_LIST_FILE, text: [byteSize, ...lines].join("\n") };
}

function plainObject(path: string, representation: Representation): FoundObject {
  return {
    representation,
    stream: (range) =>
      streamOf(readFileRange(() => openUnchanged(path, representation.etag), range)),
    blob: (range) => sliceOf(path, range),
  };
}

async function openUnchanged(path: string, etag: string): Promise<FileHandle> {
  const file = await open(path, "r");
  try {
    if (describe(await file.stat({ bigint: true })).etag !== etag)
      throw new ObjectReplacedError(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function sliceOf(path: string, { start, endInclusive }: ByteRange): Promise<Blob> {
  return (await openAsBlob(path)).slice(start, endInclusive + 1);
}

async function joinedObject(folder: string, list: FileHandle): Promise<FoundObject> {
  try {
    const { etag, lastModified } = describe(await list.stat({ bigint: true }));
    const head = new Uint8Array(SIZE_LINE_BYTES_MAX);
    const { bytesRead } = await list.read(head, 0, head.byteLength, 0);
    const byteSize = Number.parseInt(new TextDecoder().decode(head.subarray(0, bytesRead)), 10);
    return {
      representation: { byteSize, etag, lastModified },
      stream: (range) => streamOf(piecesIn(folder, range)),
      async blob(range) {
        const [first, second] = findPieces(await readPartList(folder), range);
        if (first === undefined || second !== undefined) return null;
        return await sliceOf(join(folder, first.name), first.range);
      },
    };
  } finally {
    await list.close();
  }
}

async function readPartList(folder: string): Promise<JoinedPart[]> {
  const text = await readFile(join(folder, PART_LIST_FILE), "utf8");
  return text
    .split("\n")
    .slice(1)
    .map((line) => {
      const [byteSize = "", name = ""] = line.split(" ");
      return { name, byteSize: Number(byteSize) };
    });
}

type Piece = { name: string; range: ByteRange };

/** The pieces of the parts that make up the range. */
function findPieces(parts: JoinedPart[], { start, endInclusive }: ByteRange): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { name, byteSize } of parts) {
    const range = {
      start: Math.max(start - position, 0),
      endInclusive: Math.min(endInclusive - position, byteSize - 1),
    };
    if (range.start <= range.endInclusive) pieces.push({ name, range });
    position += byteSize;
  }
  return pieces;
}

async function* piecesIn(folder: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  for (const piece of findPieces(await readPartList(folder), range)) {
    yield* readFileRange(() => open(join(folder, piece.name), "r"), piece.range);
  }
}
