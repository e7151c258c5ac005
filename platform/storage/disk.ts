/**
 * The disk adapter of the storage port. Objects are files below `rootDir`, accessible from outside
 * by signed URLs that `serve-disk.ts` serves. Any number of processes may share the folder.
 */
import { access, constants, mkdir, rm } from "node:fs/promises";
import type { StorageConfig } from "../config.ts";
import { PartTrouble } from "../part-trouble.ts";
import { type DiskLayout, diskLayout, entriesOlderThan, writeTemporary } from "./disk-files.ts";
import { createDiskMultipart, unnamedMultiparts } from "./disk-multipart.ts";
import {
  admitArrived,
  deleteObject,
  discardArrived,
  findArrived,
  findObject,
  listArrived,
  listObjects,
  publishArrived,
  publishObject,
} from "./disk-objects.ts";
import { type Grant, signGrant } from "./disk-signature.ts";
import {
  type ByteRange,
  ObjectNotFoundError,
  ObjectReplacedError,
  type Storage,
  type StoredObject,
  type SweepOptions,
} from "./port.ts";
import { assertContentType, assertPartNumber, assertStorageKey } from "./storage-key.ts";

export type DiskStorageConfig = Extract<StorageConfig, { kind: "disk" }>;

const DOWNLOAD_NAME_LENGTH_MAX = 200;
const CALLS_AT_ONCE_MAX = 10;
const UNLIMITED = { byteSizeMax: Number.MAX_SAFE_INTEGER, byteSizeExpected: null };

/** Opens the store without touching the disk; folders are created by the first write. */
export function createDiskStorage(config: DiskStorageConfig): Storage {
  const layout = diskLayout(config.rootDir);
  return {
    ...createSigning(config),
    ...createDiskMultipart(layout),
    async head(key) {
      return (await findObject(layout, key))?.representation ?? null;
    },
    list: (prefix, options) => listObjects(layout, prefix, options),
    findArrived: (key) => findArrived(layout, key),
    listArrived: (prefix, options) => listArrived(layout, prefix, options),
    async admit(arrived) {
      const admitted: (StoredObject | null)[] = [];
      for (let first = 0; first < arrived.length; first += CALLS_AT_ONCE_MAX) {
        const some = arrived.slice(first, first + CALLS_AT_ONCE_MAX);
        admitted.push(...(await Promise.all(some.map((one) => admitArrived(layout, one)))));
      }
      return admitted.filter((object) => object !== null);
    },
    discardArrived: (key) => discardArrived(layout, key),
    async writeArrived(key, body) {
      assertStorageKey(key);
      const temporary = await writeTemporary(layout, body, UNLIMITED);
      return await publishArrived(layout, key, temporary);
    },
    async read(key, range, etag) {
      const object = await findObject(layout, key);
      if (object === null) throw new ObjectNotFoundError(key);
      if (etag !== undefined && object.representation.etag !== etag) {
        throw new ObjectReplacedError(key);
      }
      return object.stream(clampRange(range, object.representation.byteSize));
    },
    async write(key, body, contentType) {
      assertContentType(contentType);
      assertStorageKey(key);
      const temporary = await writeTemporary(layout, body, UNLIMITED);
      await publishObject(layout, key, temporary.path);
    },
    delete: (key) => deleteObject(layout, key),
    async deleteAll(keys) {
      for (let first = 0; first < keys.length; first += CALLS_AT_ONCE_MAX) {
        const some = keys.slice(first, first + CALLS_AT_ONCE_MAX);
        await Promise.all(some.map((key) => deleteObject(layout, key)));
      }
    },
    sweep: (options) => sweepTemporaryFiles(layout, options),
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
    return `${baseUrl}${signGrant(config.signingSecrets, grant)}`;
  };
  const expiresIn = (ttlSeconds: number) => Math.floor(Date.now() / 1000) + ttlSeconds;
  return {
    async signPut(key, { ttlSeconds, byteSizeMax, sha256 = null }) {
      const expiresAtSeconds = expiresIn(ttlSeconds);
      return urlFor({ method: "PUT", key, expiresAtSeconds, byteSizeMax, sha256, part: null });
    },
    async signGet(key, { ttlSeconds, downloadName, contentType }) {
      assertContentType(contentType);
      const expiresAtSeconds = expiresIn(ttlSeconds);
      const name = [...downloadName.toWellFormed()].slice(0, DOWNLOAD_NAME_LENGTH_MAX).join("");
      return urlFor({ method: "GET", key, expiresAtSeconds, downloadName: name, contentType });
    },
    async signPart(key, multipartId, partNumber, options) {
      assertPartNumber(partNumber);
      const { ttlSeconds, byteSizeMax, byteSizeExact = null, md5 = null } = options;
      const part = { multipartId, partNumber, byteSizeExact, md5 };
      const expiresAtSeconds = expiresIn(ttlSeconds);
      return urlFor({ method: "PUT", key, expiresAtSeconds, byteSizeMax, sha256: null, part });
    },
  };
}

async function sweepTemporaryFiles(
  layout: DiskLayout,
  { olderThanSeconds }: SweepOptions,
): Promise<number> {
  const paths = [
    ...(await entriesOlderThan(layout.temporaryDir, olderThanSeconds)),
    ...(await unnamedMultiparts(layout, olderThanSeconds)),
  ];
  for (const path of paths) await rm(path, { recursive: true, force: true });
  return paths.length;
}
