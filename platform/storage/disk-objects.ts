/**
 * Objects of the disk store: a file, or a folder of the parts that one was joined of, with a list
 * that says how they follow each other. So a file of any size is joined by a rename and copies nothing.
 */
import { openAsBlob } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { streamOf } from "../stream-of.ts";
import {
  type DiskLayout,
  describe,
  discardFolder,
  nullIfMissing,
  objectNameOf,
  publishFile,
  readFileRange,
} from "./disk-files.ts";
import type { Representation } from "./http-conditions.ts";
import { lookAtAll } from "./look-at-all.ts";
import {
  type ByteRange,
  type ListOptions,
  ObjectReplacedError,
  type StoredObject,
} from "./port.ts";

/** Its first line is the object's size, each other one a part's size and file name. */
const PART_LIST_FILE = "parts";
const SIZE_LINE_BYTES_MAX = 32;

export type FoundObject = {
  representation: Representation;
  /** Fails with {@link ObjectReplacedError} where another object has taken its place before the first read. */
  stream(range: ByteRange): ReadableStream<Uint8Array>;
  /** The range as a blob of one file, or null where it lies in several. */
  blob(range: ByteRange): Promise<Blob | null>;
};

export type JoinedPart = { name: string; byteSize: number };

/** What is stored under the key, or null where nothing is. Nothing stays open. */
export async function findObject(layout: DiskLayout, key: string): Promise<FoundObject | null> {
  const folder = layout.joinedFolder(key);
  const list = await open(join(folder, PART_LIST_FILE), "r").catch(nullIfMissing);
  if (list !== null) return await joinedObject(folder, list);
  const path = layout.objectFile(key);
  const stats = await stat(path, { bigint: true }).catch(nullIfMissing);
  return stats === null ? null : plainObject(path, describe(stats));
}

/** A joined object is gone in the moment in which the new one takes its place. */
export async function publishObject(
  layout: DiskLayout,
  key: string,
  temporaryPath: string,
): Promise<void> {
  await publishFile(temporaryPath, layout.objectFile(key));
  await discardFolder(layout, layout.joinedFolder(key));
}

export async function deleteObject(layout: DiskLayout, key: string): Promise<void> {
  await rm(layout.objectFile(key), { force: true }).catch(nullIfMissing);
  await discardFolder(layout, layout.joinedFolder(key));
}

/** The objects that lie directly in the folder of a prefix, by their keys. */
export async function listObjects(
  layout: DiskLayout,
  prefix: string,
  { after, keysMax }: ListOptions,
): Promise<StoredObject[]> {
  const files = (await readdir(layout.objectFolder(prefix)).catch(nullIfMissing)) ?? [];
  const names = new Set(files.flatMap((file) => objectNameOf(file) ?? []));
  const keys = [...names]
    .map((name) => `${prefix}${name}`)
    .filter((key) => after === undefined || key > after)
    .sort()
    .slice(0, keysMax);
  const objects = await lookAtAll(keys, (key) => describeObject(layout, key));
  return objects.filter((object) => object !== null);
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

/** What of which part makes up the range. */
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
