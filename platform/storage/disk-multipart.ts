/**
 * Multipart uploads in the disk store. Each part is a separate file that never changes. Joining
 * renames their folder in two steps; a crash may follow either.
 */
import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type DiskLayout,
  discardFolder,
  entriesOlderThan,
  isOccupied,
  moveDurably,
  multipartIdOf,
  nullIfMissing,
  publishFile,
  syncFolder,
  writeHashedTemporary,
  writeTemporary,
} from "./disk-files.ts";
import { findObject, partList } from "./disk-objects.ts";
import { lookAtAll } from "./look-at-all.ts";
import type { ArrivedPart, JoinOutcome, RunningMultipart, Storage } from "./port.ts";
import { assertPartNumber, assertStorageKey } from "./storage-key.ts";

const KEY_FILE = "key";
/** Its number and MD5. */
const PART_NAME = /^part-(?<number>\d{5})\.(?<md5>[0-9a-f]{32})$/;
const SLICE_BYTES = 1024 ** 2;
const UNLIMITED = { byteSizeMax: Number.MAX_SAFE_INTEGER, byteSizeExpected: null };

type PartFile = ArrivedPart & { name: string };
type PartRef = Pick<ArrivedPart, "partNumber" | "etag">;

type MultipartActs = Pick<
  Storage,
  | "startMultipart"
  | "writePart"
  | "listParts"
  | "completeMultipart"
  | "abortMultipart"
  | "listMultiparts"
>;

export function createDiskMultipart(layout: DiskLayout): MultipartActs {
  return {
    async startMultipart(key) {
      assertStorageKey(key);
      const multipartId = randomUUID();
      const temporary = await writeTemporary(layout, new TextEncoder().encode(key), UNLIMITED);
      await publishFile(temporary.path, join(layout.multipartDir, multipartId, KEY_FILE));
      return multipartId;
    },
    async writePart(key, multipartId, partNumber, bytes) {
      const folder = await findMultipart(layout, key, multipartId);
      if (folder === null) return false;
      const limits = { ...UNLIMITED, names: ["md5" as const] };
      const { path, digests } = await writeHashedTemporary(layout, slicesOf(bytes), limits);
      return await publishPart(folder, { partNumber, md5: digests.get("md5") ?? "" }, path);
    },
    listParts: (key, multipartId) => unfinishedParts(layout, key, multipartId),
    completeMultipart: (key, multipartId, parts) => joinParts(layout, { key, multipartId, parts }),
    async abortMultipart(key, multipartId) {
      const folder = await findUnfinished(layout, key, multipartId);
      if (folder !== null) await discardFolder(layout, folder);
    },
    async listMultiparts({ olderThanSeconds }) {
      const running: RunningMultipart[] = [];
      for (const folder of await entriesOlderThan(layout.multipartDir, olderThanSeconds)) {
        const key = await readFile(join(folder, KEY_FILE), "utf8").catch(nullIfMissing);
        if (key !== null) running.push({ key, multipartId: multipartIdOf(basename(folder)) });
      }
      return running;
    },
  };
}

/** Hashing a whole part at once would hold the event loop. */
async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES);
    await setImmediate();
  }
}

/** Folders of uploads whose start was interrupted by a crash: nobody has their ids. */
export async function unnamedMultiparts(
  layout: DiskLayout,
  olderThanSeconds: number,
): Promise<string[]> {
  const unnamed: string[] = [];
  for (const folder of await entriesOlderThan(layout.multipartDir, olderThanSeconds)) {
    const key = await stat(join(folder, KEY_FILE)).catch(nullIfMissing);
    if (key === null) unnamed.push(folder);
  }
  return unnamed;
}

/** The folder for the parts of an upload of this key, or null. */
export async function findMultipart(
  layout: DiskLayout,
  key: string,
  multipartId: string,
): Promise<string | null> {
  return await ifOf(key, layout.multipartFolder(multipartId));
}

/**
 * Puts a part in its place durably; false if its upload ended in the meantime. Of two parts with
 * the same number, the last one written counts, and the other is deleted.
 */
export async function publishPart(
  folder: string,
  part: { partNumber: number; md5: string },
  temporaryPath: string,
): Promise<boolean> {
  assertPartNumber(part.partNumber);
  const name = `part-${String(part.partNumber).padStart(5, "0")}.${part.md5}`;
  const moved = await rename(temporaryPath, join(folder, name)).then(() => true, nullIfMissing);
  if (moved === null) {
    await rm(temporaryPath, { force: true });
    return false;
  }
  const replaced = (await namesOfParts(folder)).filter(
    (other) => other !== name && numberOf(other) === part.partNumber,
  );
  if (replaced.length > 0) await removeOlder(folder, name, replaced);
  return (await syncFolder(folder).then(() => true, nullIfMissing)) !== null;
}

async function removeOlder(folder: string, name: string, others: string[]): Promise<void> {
  const own = await describePart(folder, name);
  for (const other of others) {
    const found = await describePart(folder, other);
    if (own === null || found === null || !isNewer(own, found)) continue;
    await rm(join(folder, other), { force: true });
  }
}

const isNewer = (one: PartFile, other: PartFile) =>
  one.arrivedAt.getTime() > other.arrivedAt.getTime() ||
  (one.arrivedAt.getTime() === other.arrivedAt.getTime() && one.name > other.name);

async function ifOf(key: string, folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const written = await readFile(join(folder, KEY_FILE), "utf8").catch(nullIfMissing);
  return written === key ? folder : null;
}

/** Like findMultipart, also for an upload whose joining has begun and may have been interrupted. */
async function findUnfinished(
  layout: DiskLayout,
  key: string,
  multipartId: string,
): Promise<string | null> {
  const running = await findMultipart(layout, key, multipartId);
  return running ?? (await ifOf(key, layout.joiningFolder(multipartId)));
}

/** Its parts as a consistent snapshot: a concurrent join moves their folder. */
async function unfinishedParts(
  layout: DiskLayout,
  key: string,
  multipartId: string,
): Promise<PartFile[] | null> {
  for (;;) {
    const folder = await findUnfinished(layout, key, multipartId);
    if (folder === null) return null;
    const parts = await partFiles(folder);
    if ((await findUnfinished(layout, key, multipartId)) === folder) return parts;
  }
}

const namesOfParts = async (folder: string) =>
  ((await readdir(folder).catch(nullIfMissing)) ?? []).filter((name) => PART_NAME.test(name));

const numberOf = (name: string) => Number(PART_NAME.exec(name)?.groups?.number);

async function partFiles(folder: string): Promise<PartFile[]> {
  const byNumber = new Map<number, PartFile>();
  const names = await namesOfParts(folder);
  for (const part of await lookAtAll(names, (name) => describePart(folder, name))) {
    const other = part === null ? undefined : byNumber.get(part.partNumber);
    if (part === null || (other !== undefined && isNewer(other, part))) continue;
    byNumber.set(part.partNumber, part);
  }
  return [...byNumber.values()].sort((a, b) => a.partNumber - b.partNumber);
}

async function describePart(folder: string, name: string): Promise<PartFile | null> {
  const stats = await stat(join(folder, name)).catch(nullIfMissing);
  if (stats === null) return null;
  const { size: byteSize, mtime: arrivedAt } = stats;
  const md5 = PART_NAME.exec(name)?.groups?.md5 ?? "";
  return { partNumber: numberOf(name), byteSize, etag: `"${md5}"`, md5, arrivedAt, name };
}

type Joining = { key: string; multipartId: string; parts: PartRef[] };

async function joinParts(
  layout: DiskLayout,
  { key, multipartId, parts }: Joining,
): Promise<JoinOutcome> {
  const [running, closed] = [
    layout.multipartFolder(multipartId),
    layout.joiningFolder(multipartId),
  ];
  const arrived = await unfinishedParts(layout, key, multipartId);
  if (arrived === null || running === null || closed === null) {
    return await lookAtEnd(layout, key);
  }
  if (pickFiles(arrived, parts) === null) return "changed";
  // From here on no part can arrive. A concurrent call may do the same; each step tolerates that.
  await rename(running, closed).catch(nullIfMissing);
  const files = pickFiles(await partFiles(closed), parts);
  if (files === null) {
    if ((await ifOf(key, closed)) === null) return await lookAtEnd(layout, key);
    await rename(closed, running).catch(nullIfMissing);
    return "changed";
  }
  return await publishJoined(layout, { key, folder: closed, files });
}

async function publishJoined(
  layout: DiskLayout,
  { key, folder, files }: { key: string; folder: string; files: PartFile[] },
): Promise<JoinOutcome> {
  const list = partList(files);
  const temporary = await writeTemporary(layout, new TextEncoder().encode(list.text), UNLIMITED);
  const listed = await rename(temporary.path, join(folder, list.name)).then(
    () => true,
    nullIfMissing,
  );
  if (listed === null) {
    await rm(temporary.path, { force: true });
    return await lookAtEnd(layout, key);
  }
  await syncFolder(folder).catch(nullIfMissing);
  try {
    await moveDurably(folder, layout.objectPlace(key));
  } catch (error) {
    // Either the key already has its object, which stays, or another call has moved the folder.
    if (isOccupied(error)) await discardFolder(layout, folder);
    else nullIfMissing(error);
  }
  return await lookAtEnd(layout, key);
}

/** The upload may have been joined earlier, so the existence of the object decides. */
async function lookAtEnd(layout: DiskLayout, key: string): Promise<JoinOutcome> {
  return (await findObject(layout, key)) === null ? "gone" : "joined";
}

/** The files of exactly these parts, or null if one is missing or differs. */
function pickFiles(files: PartFile[], parts: PartRef[]): PartFile[] | null {
  const byNumber = new Map(files.map((file) => [file.partNumber, file]));
  const picked = parts.flatMap(({ partNumber, etag }) => {
    const file = byNumber.get(partNumber);
    return file?.etag === etag ? [file] : [];
  });
  return picked.length === parts.length ? picked : null;
}
