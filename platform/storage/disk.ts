/**
 * The disk adapter of the storage port. Objects are files below `rootDir`; outsiders reach them
 * by signed URLs that `serve-disk.ts` answers. Any number of processes may share the folder.
 */
import { randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StorageConfig } from "../config.ts";
import { PartTrouble } from "../part-trouble.ts";
import {
  type DiskLayout,
  describe,
  diskLayout,
  existsFile,
  nullIfMissing,
  openIfPresent,
  partFile,
  publishFile,
  streamFile,
  syncFolder,
  writeTemporary,
} from "./disk-files.ts";
import { type Grant, signGrant } from "./disk-signature.ts";
import { type ByteRange, ObjectNotFoundError, type Storage, type SweepOptions } from "./port.ts";
import { assertContentType, assertPartNumber, assertStorageKey } from "./storage-key.ts";

export type DiskStorageConfig = Extract<StorageConfig, { kind: "disk" }>;

const DOWNLOAD_NAME_LENGTH_MAX = 200;
const KEY_FILE = "key";
const DELETIONS_AT_ONCE_MAX = 10;
const UNLIMITED = { byteSizeMax: Number.MAX_SAFE_INTEGER, byteSizeExpected: null };

/** Opens the store; folders are made when first written to. Never touches the disk by itself. */
export function createDiskStorage(config: DiskStorageConfig): Storage {
  const layout = diskLayout(config.rootDir);
  return {
    ...createSigning(config),
    ...createMultipart(layout),
    async head(key) {
      const file = await openIfPresent(layout.objectFile(key));
      if (file === null) return null;
      try {
        return await describe(file);
      } finally {
        await file.close();
      }
    },
    async read(key, range) {
      const file = await openIfPresent(layout.objectFile(key));
      if (file === null) throw new ObjectNotFoundError(key);
      const { byteSize } = await describe(file);
      return streamFile(file, clampRange(range, byteSize));
    },
    async write(key, body, contentType) {
      assertContentType(contentType);
      const path = layout.objectFile(key);
      const temporary = await writeTemporary(layout, body, UNLIMITED);
      await publishFile(temporary.path, path);
    },
    async delete(key) {
      await rm(layout.objectFile(key), { force: true }).catch(nullIfMissing);
    },
    async deleteAll(keys) {
      for (let first = 0; first < keys.length; first += DELETIONS_AT_ONCE_MAX) {
        const some = keys.slice(first, first + DELETIONS_AT_ONCE_MAX);
        await Promise.all(
          some.map((key) => rm(layout.objectFile(key), { force: true }).catch(nullIfMissing)),
        );
      }
    },
    sweep: (options) => sweepDiskStorage(config.rootDir, options),
    ping: () => pingFolder(config.rootDir),
  };
}

async function pingFolder(rootDir: string): Promise<void> {
  try {
    await mkdir(rootDir, { recursive: true });
    await access(rootDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : "unknown";
    throw new PartTrouble(`the folder ${rootDir} cannot be used (${code})`, { cause });
  }
}

function clampRange(range: ByteRange | undefined, byteSize: number): ByteRange {
  const whole = { start: 0, endInclusive: byteSize - 1 };
  if (range === undefined) return whole;
  return { start: range.start, endInclusive: Math.min(range.endInclusive, whole.endInclusive) };
}

function createSigning(
  config: DiskStorageConfig,
): Pick<Storage, "signPut" | "signGet" | "signPart"> {
  const baseUrl = config.publicBaseUrl.replace(/\/$/, "");
  const urlFor = (grant: Grant): string => {
    assertStorageKey(grant.key);
    return `${baseUrl}${signGrant(config.signingSecret, grant)}`;
  };
  const expiresIn = (ttlSeconds: number) => Math.floor(Date.now() / 1000) + ttlSeconds;
  return {
    async signPut(key, { ttlSeconds, byteSizeMax }) {
      const expiresAtSeconds = expiresIn(ttlSeconds);
      return urlFor({ method: "PUT", key, expiresAtSeconds, byteSizeMax, part: null });
    },
    async signGet(key, { ttlSeconds, downloadName, contentType }) {
      assertContentType(contentType);
      const expiresAtSeconds = expiresIn(ttlSeconds);
      const name = [...downloadName.toWellFormed()].slice(0, DOWNLOAD_NAME_LENGTH_MAX).join("");
      return urlFor({ method: "GET", key, expiresAtSeconds, downloadName: name, contentType });
    },
    async signPart(key, multipartId, partNumber, { ttlSeconds, byteSizeMax }) {
      assertPartNumber(partNumber);
      const part = { multipartId, partNumber };
      const expiresAtSeconds = expiresIn(ttlSeconds);
      return urlFor({ method: "PUT", key, expiresAtSeconds, byteSizeMax, part });
    },
  };
}

function createMultipart(
  layout: DiskLayout,
): Pick<
  Storage,
  "startMultipart" | "completeMultipart" | "abortMultipart" | "countMultipartBytes"
> {
  return {
    async countMultipartBytes(key, multipartId) {
      const folder = await findMultipart(layout, key, multipartId);
      return folder === null ? 0 : await countPartBytes(folder);
    },
    async startMultipart(key) {
      assertStorageKey(key);
      const multipartId = randomUUID();
      const temporary = await writeTemporary(layout, new TextEncoder().encode(key), UNLIMITED);
      await publishFile(temporary.path, join(layout.multipartDir, multipartId, KEY_FILE));
      return multipartId;
    },
    async completeMultipart(key, multipartId, partsExpected) {
      assertPartNumber(partsExpected);
      const path = layout.objectFile(key);
      const folder = await findMultipart(layout, key, multipartId);
      // An unknown id may be one that was completed before: what counts is that the object is there.
      if (folder === null) return await existsFile(path);
      const parts = Array.from({ length: partsExpected }, (_, index) =>
        partFile(folder, index + 1),
      );
      if (!(await allExist(parts))) {
        return (await isMissing(folder)) && (await existsFile(path));
      }
      try {
        const temporary = await writeTemporary(layout, joinFiles(parts), UNLIMITED);
        await publishFile(temporary.path, path);
      } catch (error) {
        // Another call completed or aborted the upload while this one was reading the parts.
        if (!(await isMissing(folder))) throw error;
        return await existsFile(path);
      }
      await discardMultipart(layout, folder);
      return true;
    },
    async abortMultipart(key, multipartId) {
      const folder = await findMultipart(layout, key, multipartId);
      if (folder !== null) await discardMultipart(layout, folder);
    },
  };
}

/**
 * Removes temporary files and multipart uploads below `rootDir` that nobody wrote to for
 * `olderThanSeconds`; returns how many. Choose it above the longest upload that is allowed.
 */
export async function sweepDiskStorage(
  rootDir: string,
  { olderThanSeconds }: SweepOptions,
): Promise<number> {
  const layout = diskLayout(rootDir);
  const before = Date.now() - olderThanSeconds * 1000;
  let removed = 0;
  for (const path of await entriesOlderThan(layout.multipartDir, before)) {
    await discardMultipart(layout, path);
    removed += 1;
  }
  for (const path of await entriesOlderThan(layout.temporaryDir, before)) {
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function entriesOlderThan(folder: string, before: number): Promise<string[]> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  const old: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const stats = await stat(path).catch(nullIfMissing);
    if (stats !== null && stats.mtimeMs < before) old.push(path);
  }
  return old;
}

/** The folder of a running multipart upload of this key, or null. */
export async function findMultipart(
  layout: DiskLayout,
  key: string,
  multipartId: string,
): Promise<string | null> {
  const folder = layout.multipartFolder(multipartId);
  if (folder === null) return null;
  const written = await readFile(join(folder, KEY_FILE), "utf8").catch(nullIfMissing);
  return written === key ? folder : null;
}

/**
 * Moves the folder away in one step before deleting it: a crash in between must not leave an
 * upload that looks unfinished although some of its parts are gone.
 */
async function discardMultipart(layout: DiskLayout, folder: string): Promise<void> {
  await mkdir(layout.temporaryDir, { recursive: true });
  const discarded = join(layout.temporaryDir, randomUUID());
  const moved = await rename(folder, discarded).then(() => true, nullIfMissing);
  if (moved === null) return;
  await syncFolder(layout.multipartDir);
  await rm(discarded, { recursive: true, force: true });
}

async function countPartBytes(folder: string): Promise<number> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  let bytes = 0;
  for (const name of names) {
    if (name === KEY_FILE) continue;
    bytes += (await stat(join(folder, name)).catch(nullIfMissing))?.size ?? 0;
  }
  return bytes;
}

async function allExist(paths: string[]): Promise<boolean> {
  for (const path of paths) {
    if (!(await existsFile(path))) return false;
  }
  return true;
}

async function isMissing(folder: string): Promise<boolean> {
  return !(await existsFile(join(folder, KEY_FILE)));
}

async function* joinFiles(paths: string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) {
    const file = await openIfPresent(path);
    if (file === null) throw new Error(`The part ${path} is gone`);
    const { byteSize } = await describe(file);
    yield* streamFile(file, { start: 0, endInclusive: byteSize - 1 });
  }
}
