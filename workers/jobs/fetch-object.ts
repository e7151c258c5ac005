/** Streams one file from an address into the store, in parts that survive a broken connection. */
import { createHash, type Hash } from "node:crypto";
import type { Context } from "../../market/context.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { streamOf } from "../../platform/stream-of.ts";
import {
  RemoteFailure,
  type RemoteFiles,
  type RemoteRead,
} from "../../platform/transfers/remote-files.ts";
import { TransferRefusal } from "./run-transfer.ts";

/** No further attempt could succeed. `spoilsUpload`: what has arrived is of no use. */
export class ImportRefusal extends TransferRefusal {
  readonly spoilsUpload: boolean;

  constructor(code: string, detail: string, { spoilsUpload = false } = {}) {
    super(code, detail);
    this.name = "ImportRefusal";
    this.spoilsUpload = spoilsUpload;
  }
}

export type FetchRun = {
  ctx: Pick<Context, "storage">;
  remote: RemoteFiles;
  progress: { bytesDone: number };
  signal: AbortSignal;
};

export type WantedObject = {
  url: string;
  key: string;
  /** Null: the server does not state it. */
  byteSize: number | null;
  bytesMax: number;
  sha256: string | null;
  validator: string | null;
  /** Null: small enough for one write. */
  parts: { partBytes: number; multipartId: () => Promise<string> } | null;
};

/** Throws a {@link RemoteFailure}, an {@link ImportRefusal}, or an error of the store. */
export async function fetchObject(run: FetchRun, wanted: WantedObject): Promise<void> {
  const { storage } = run.ctx;
  const { key, byteSize, sha256 } = wanted;
  const arrived = await storage.findArrived(key);
  if (arrived !== null && (byteSize === null || arrived.byteSize === byteSize)) {
    run.progress.bytesDone += arrived.byteSize;
    // Parts are joined before their hash is known; a single write was checked on the way.
    if (arrived.isAdmitted) await requireStoredHash(storage, key, sha256);
    return;
  }
  if (wanted.parts === null) return writeWhole(run, wanted);
  await writeParts(run, wanted, wanted.parts);
}

async function writeWhole(run: FetchRun, wanted: WantedObject): Promise<void> {
  const { url, key, byteSize, sha256, validator } = wanted;
  const read = await run.remote.read(url, { from: 0, validator: null }, run.signal);
  requireSame(read, { byteSize, validator });
  const hash = createHash("sha256");
  const before = run.progress.bytesDone;
  let fault: unknown = null;
  async function* checked(): AsyncGenerator<Uint8Array> {
    try {
      yield* counted(run, read, { ...wanted, hash });
      const got = run.progress.bytesDone - before;
      if (byteSize !== null && got !== byteSize) throw brokenOff();
      if (byteSize === null && got === 0) {
        throw new ImportRefusal("file_empty", "The file at the address is empty.");
      }
      requireHash(hash.digest("hex"), sha256);
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    const isTaken = await run.ctx.storage.writeArrived(key, streamOf(checked()));
    if (!isTaken)
      throw new ImportRefusal("upload_not_open", "Another file was attached meanwhile.");
  } catch (error) {
    run.progress.bytesDone = before;
    throw fault ?? error;
  } finally {
    read.close();
  }
}

type Counting = { bytesMax: number; byteSize: number | null; hash: Hash };

async function* counted(
  { progress, signal }: FetchRun,
  { body }: RemoteRead,
  { bytesMax, byteSize, hash }: Counting,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > (byteSize ?? bytesMax)) {
      if (byteSize !== null) throw changed();
      throw new ImportRefusal("file_too_large", `A file may have at most ${bytesMax} bytes.`);
    }
    progress.bytesDone += chunk.byteLength;
    hash.update(chunk);
    yield chunk;
  }
}

async function writeParts(
  run: FetchRun,
  wanted: WantedObject,
  { partBytes, multipartId: begin }: NonNullable<WantedObject["parts"]>,
): Promise<void> {
  const { storage } = run.ctx;
  const { key, sha256 } = wanted;
  const byteSize = wanted.byteSize ?? 0;
  const multipartId = await begin();
  const stored = await storage.listParts(key, multipartId);
  if (stored === null) throw ended();
  const sizeOf = (number: number) => Math.min(partBytes, byteSize - (number - 1) * partBytes);
  let next = 1;
  while (stored[next - 1]?.partNumber === next && stored[next - 1]?.byteSize === sizeOf(next)) {
    next += 1;
  }
  const from = Math.min((next - 1) * partBytes, byteSize);
  run.progress.bytesDone += from;
  let streamed: string | null = null;
  if (from < byteSize) {
    const hash = createHash("sha256");
    await writeRest(run, wanted, { hash, from, next, partBytes, multipartId });
    if (from === 0) streamed = hash.digest("hex");
  }
  if (streamed !== null && sha256 !== null && streamed !== sha256) {
    await storage.abortMultipart(key, multipartId);
    requireHash(streamed, sha256);
  }
  const parts = (await storage.listParts(key, multipartId)) ?? [];
  const outcome = await storage.completeMultipart(key, multipartId, parts);
  if (outcome === "gone") throw ended();
  if (outcome !== "joined") throw new Error(`the parts of ${key} could not be joined: ${outcome}`);
  if (streamed === null) await requireStoredHash(storage, key, sha256);
}

type Rest = { hash: Hash; from: number; next: number; partBytes: number; multipartId: string };

async function writeRest(run: FetchRun, wanted: WantedObject, rest: Rest): Promise<void> {
  const { url, key, byteSize, validator } = wanted;
  const { hash, from, partBytes, multipartId } = rest;
  const read = await run.remote.read(url, { from, validator }, run.signal);
  try {
    requireSame(read, { byteSize, validator });
    if (read.from !== from && read.from !== 0) throw changed();
    // A server without ranges sends the first bytes again.
    let skip = from - read.from;
    let number = rest.next;
    let part = new Uint8Array(partBytes);
    let filled = 0;
    let at = read.from;
    const store = async () => {
      const bytes = part.subarray(0, filled);
      if (!(await run.ctx.storage.writePart(key, multipartId, number, bytes))) throw ended();
      number += 1;
      filled = 0;
      part = new Uint8Array(partBytes);
    };
    for await (const chunk of read.body) {
      run.signal.throwIfAborted();
      at += chunk.byteLength;
      if (at > (byteSize ?? 0)) throw changed();
      const wantedBytes = chunk.subarray(Math.min(skip, chunk.byteLength));
      skip -= chunk.byteLength - wantedBytes.byteLength;
      hash.update(wantedBytes);
      run.progress.bytesDone += wantedBytes.byteLength;
      for (let offset = 0; offset < wantedBytes.byteLength; ) {
        const piece = wantedBytes.subarray(offset, offset + partBytes - filled);
        part.set(piece, filled);
        filled += piece.byteLength;
        offset += piece.byteLength;
        if (filled === partBytes) await store();
      }
    }
    if (at !== byteSize) throw brokenOff();
    if (filled > 0) await store();
  } finally {
    read.close();
  }
}

function requireSame(
  read: Pick<RemoteRead, "byteSize" | "validator">,
  known: { byteSize: number | null; validator: string | null },
): void {
  if (known.byteSize !== null && read.byteSize !== null && read.byteSize !== known.byteSize) {
    throw changed();
  }
  if (known.validator !== null && read.validator !== known.validator) throw changed();
}

async function requireStoredHash(
  storage: Storage,
  key: string,
  sha256: string | null,
): Promise<void> {
  if (sha256 === null) return;
  const hash = createHash("sha256");
  for await (const chunk of await storage.read(key)) hash.update(chunk);
  requireHash(hash.digest("hex"), sha256);
}

function requireHash(actual: string, stated: string | null): void {
  if (stated === null || actual === stated) return;
  const detail = `The bytes have the SHA-256 ${actual}, and ${stated} was stated.`;
  throw new ImportRefusal("hash_differs", detail, { spoilsUpload: true });
}

const brokenOff = () => new RemoteFailure("broken_off", "The connection broke off.");

const changed = () =>
  new ImportRefusal("source_changed", "The address now has another file: start another import.", {
    spoilsUpload: true,
  });

const ended = () =>
  new ImportRefusal("upload_not_open", "Its upload was ended or replaced: start another.");
