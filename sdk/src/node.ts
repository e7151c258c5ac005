/** The SDK with files, for Node, Bun and Deno. */
import { createHash as createNodeHash } from "node:crypto";
import {
  copyFile,
  link,
  mkdir,
  open as openFile,
  readFile as readText,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import {
  filesOf,
  findSource,
  type Progress,
  readFile,
  type Source,
  type SourceFile,
} from "./download.ts";
import { HashMismatchError } from "./errors.ts";
import type { Listing } from "./generated/types.ts";
import { Market as CoreMarket } from "./market.ts";
import type { Hash } from "./sha256.ts";
import { profiled, type Readable, type Uploaded, type UploadOptions, upload } from "./upload.ts";

export * from "./index.ts";

export type SaveOptions = {
  /** The file's path; for a folder, the folder's. */
  to: string;
  /** A folder that keeps each version's file under its SHA-256. */
  cacheDir?: string;
  onProgress?: (progress: Progress & { path: string | null; bytesResumed: number }) => void;
  signal?: AbortSignal;
};

export type Saved = {
  source: Source;
  paths: string[];
  /** Bytes that came over the line; the others were there already. */
  bytesFetched: number;
  bytesTotal: number;
};

export class Market extends CoreMarket {
  /**
   * Saves a free or bought dataset. What arrived is kept in `….part` and continued by the next call; a
   * file appears at `to` only when its SHA-256 is right. Throws {@link HashMismatchError} otherwise.
   */
  async download(id: string, options: SaveOptions): Promise<Saved> {
    const source = await findSource(this, id);
    const saved: Saved = { source, paths: [], bytesFetched: 0, bytesTotal: 0 };
    for await (const file of filesOf(this, source)) {
      const path = file.path === null ? options.to : within(options.to, file.path);
      const { fetched, total } = await saveFile(this, file, path, options);
      saved.paths.push(path);
      saved.bytesFetched += fetched;
      saved.bytesTotal += total;
    }
    return saved;
  }

  /** Sends a file by its path; what arrived in an earlier attempt is not sent again. */
  override async upload(
    listingId: string,
    file: Blob | Readable | string,
    options?: UploadOptions,
  ): Promise<Uploaded> {
    const hashing = { createSha256: createHash, md5: md5Of };
    if (typeof file !== "string") return upload(this, listingId, file, options, hashing);
    const handle = await openFile(file, "r");
    try {
      const { size } = await handle.stat();
      const read = async (start: number, end: number) => {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        if (bytesRead < bytes.length) throw new Error(`${file} became shorter while it was sent.`);
        return bytes;
      };
      return await upload(this, listingId, { size, read }, options, hashing);
    } finally {
      await handle.close();
    }
  }

  /** Waits for the profile and compares its SHA-256 with the sent bytes'. */
  profiled(uploaded: Uploaded, options?: { signal?: AbortSignal }): Promise<Listing> {
    return profiled(this, uploaded, options);
  }
}

/** The SHA-256 of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash();
  await hashInto(hash, path);
  return hash.hex();
}

function createHash(): Hash {
  const hash = createNodeHash("sha256");
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest("hex") };
}

const md5Of = (bytes: Uint8Array) => createNodeHash("md5").update(bytes).digest("hex");

const READ_BYTES = 2 ** 20;

async function hashInto(hash: Hash, path: string): Promise<number> {
  const handle = await openFile(path, "r");
  try {
    const buffer = new Uint8Array(READ_BYTES);
    for (let at = 0; ; ) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, at);
      if (bytesRead === 0) return at;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

/** Refuses names that lead out of the folder, whatever the server says. */
function within(dir: string, name: string): string {
  const path = join(dir, name);
  const isInside = path.startsWith(join(dir, sep));
  if (!isInside || name.includes("\0") || /^[a-z]:|\\/i.test(name)) {
    throw new TypeError(`The folder has a file with an unsafe name: ${JSON.stringify(name)}`);
  }
  return path;
}

async function saveFile(market: Market, file: SourceFile, path: string, options: SaveOptions) {
  const { sha256 } = file;
  const total = file.byteSize ?? 0;
  if (sha256 !== null && (await isFile(path, file.byteSize, sha256))) {
    options.onProgress?.({
      path: file.path,
      bytesDone: total,
      bytesTotal: total,
      bytesResumed: total,
    });
    return { fetched: 0, total };
  }
  await mkdir(dirname(path), { recursive: true });
  const kept = options.cacheDir && sha256 !== null ? join(options.cacheDir, sha256) : null;
  if (kept !== null && sha256 !== null && (await isFile(kept, file.byteSize, sha256))) {
    await copyFile(kept, path);
    return { fetched: 0, total };
  }
  const fetched = await fetchFile(market, file, path, options);
  if (kept !== null) {
    await mkdir(dirname(kept), { recursive: true });
    await copyFile(path, `${kept}.part`);
    await rename(`${kept}.part`, kept);
  }
  return { fetched, total };
}

async function isFile(path: string, size: number | null, sha256: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || (size !== null && found.size !== size)) return false;
  return (await hashFile(path)) === sha256;
}

/** Bytes fetched. The name of the partial file has the version's hash: another version starts anew. */
async function fetchFile(market: Market, file: SourceFile, path: string, options: SaveOptions) {
  const partial = `${path}.${file.sha256?.slice(0, 12) ?? "unhashed"}.part`;
  const release = await lock(`${partial}.lock`, path);
  try {
    if (file.sha256 === null) await rm(partial, { force: true });
    const hash = createHash();
    const exists = (await stat(partial).catch(() => null)) !== null;
    const from = exists ? await hashInto(hash, partial) : 0;
    let at = from;
    const handle = await openFile(partial, "a");
    try {
      const onProgress = (progress: Progress) =>
        options.onProgress?.({ ...progress, path: file.path, bytesResumed: from });
      const { signal } = options;
      for await (const chunk of readFile(market, file, {
        from,
        onProgress,
        ...(signal && { signal }),
      })) {
        await handle.appendFile(chunk);
        hash.update(chunk);
        at += chunk.length;
      }
      await handle.datasync();
    } finally {
      await handle.close();
    }
    const actual = hash.hex();
    if (file.sha256 !== null && actual !== file.sha256) {
      await rm(partial, { force: true });
      throw new HashMismatchError(path, file.sha256, actual);
    }
    await rename(partial, path);
    return at - from;
  } finally {
    await release();
  }
}

/** One download of a file at a time; a lock of a process that ended is taken over. */
async function lock(path: string, what: string): Promise<() => Promise<void>> {
  const own = `${path}.${process.pid}`;
  const handle = await openFile(own, "w");
  await handle.writeFile(String(process.pid));
  await handle.close();
  try {
    for (let tried = 0; ; tried++) {
      try {
        await link(own, path);
        return () => rm(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const holder = Number(await readText(path, "utf8").catch(() => "0"));
        if (tried > 2 || isRunning(holder)) {
          throw new Error(`Process ${holder} is downloading ${what} already.`);
        }
        await rm(path, { force: true });
      }
    }
  } finally {
    await rm(own, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
