import type { Caller } from "./caller.ts";
import { HashMismatchError } from "./errors.ts";
import type { Listing, Upload, UploadUrls } from "./generated/types.ts";
import { send } from "./request.ts";
import { type CreateHash, createSha256 } from "./sha256.ts";
import { waitForProfile } from "./wait.ts";

/** What an upload reads: a Blob, or anything with a size that can be read by ranges. */
export type Readable = {
  size: number;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
};

export type UploadProgress = { bytesDone: number; bytesTotal: number; bytesResumed: number };

export type UploadOptions = {
  contentType?: string;
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** Parts that are sent at once. */
  parallel?: number;
  partBytes?: number;
};

/** How the `/node` entry hashes; browsers have no MD5. */
export type Hashing = {
  createSha256: CreateHash;
  /** Hexadecimal. Lets the store refuse a part that changed on its way, and finds parts that differ. */
  md5?: (bytes: Uint8Array) => string;
};

export type Uploaded = {
  listing: Listing;
  sha256: string;
  bytesSent: number;
  bytesResumed: number;
};

const MIB = 2 ** 20;
const PART_BYTES_MIN = 8 * MIB;
const PARTS_MAX = 5000;
const PARALLEL = 3;
/** A part of 8 MiB on a line of 20 kB/s. */
const PART_MS_MAX = 420_000;

const readableOf = (file: Blob | Readable): Readable =>
  file instanceof Blob
    ? {
        size: file.size,
        read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
      }
    : file;

/** Sends a draft's file and attaches it. Parts that arrived earlier are not sent again. */
export async function upload(
  market: Caller,
  listingId: string,
  file: Blob | Readable,
  options: UploadOptions = {},
  hashing: Hashing = { createSha256 },
): Promise<Uploaded> {
  const source = readableOf(file);
  const open = await findOpen(market, listingId, source.size);
  const target = open ?? (await begin(market, listingId, source, options));
  const job = new UploadJob(market, listingId, source, target, options, hashing);
  const sent = await job.run();
  const listing = await market.call("updateDraft", {
    params: { id: listingId },
    body: { full_data_path: target.path },
  });
  return { listing, ...sent };
}

type Arrived = Map<number, { byteSize: number; md5: string | null }>;
type Target = { uploadId: string; path: string; partBytes: number; arrived: Arrived };

/** An upload of the same size that a program that ended has begun. */
async function findOpen(market: Caller, id: string, size: number): Promise<Target | null> {
  for await (const one of market.items("listUploads", { params: { id } })) {
    const { part_byte_size: partBytes, state } = one;
    if (state !== "open" || one.byte_size !== size || partBytes === null) continue;
    const arrived: Arrived = new Map();
    for (let after: number | null = 0; after !== null; ) {
      const page: Upload = await market.call("getUpload", {
        params: { id, upload_id: one.id },
        query: { after_part: after },
      });
      for (const { part_number, byte_size, md5 } of page.parts) {
        arrived.set(part_number, { byteSize: byte_size, md5 });
      }
      after = page.next_after_part;
    }
    return { uploadId: one.id, path: one.path, partBytes, arrived };
  }
  return null;
}

async function begin(
  market: Caller,
  listingId: string,
  { size }: Readable,
  { contentType, partBytes }: UploadOptions,
): Promise<Target> {
  if (size === 0) throw new TypeError("The file is empty.");
  const part = Math.max(partBytes ?? PART_BYTES_MIN, Math.ceil(size / PARTS_MAX));
  const issued = (await market.call("issueUploadUrls", {
    params: { id: listingId },
    body: {
      byte_size: size,
      part_byte_size: Math.min(part, size),
      ...(contentType === undefined ? {} : { content_type: contentType }),
    },
  })) as UploadUrls;
  const { upload_id, path } = issued.full;
  return { uploadId: upload_id, path, partBytes: Math.min(part, size), arrived: new Map() };
}

/** One pass over the file: every part is hashed in order, and sent if it has not arrived. */
class UploadJob {
  #bytesDone = 0;
  #bytesResumed = 0;
  #failure: unknown = null;

  readonly market: Caller;
  readonly listingId: string;
  readonly source: Readable;
  readonly target: Target;
  readonly options: UploadOptions;
  readonly hashing: Hashing;

  constructor(
    market: Caller,
    listingId: string,
    source: Readable,
    target: Target,
    options: UploadOptions,
    hashing: Hashing,
  ) {
    this.market = market;
    this.listingId = listingId;
    this.source = source;
    this.target = target;
    this.options = options;
    this.hashing = hashing;
  }

  async run(): Promise<Omit<Uploaded, "listing">> {
    const { source, target, options } = this;
    const hash = this.hashing.createSha256();
    const running = new Set<Promise<void>>();
    let number = 0;
    for (let start = 0; start < source.size && this.#failure === null; start += target.partBytes) {
      number++;
      options.signal?.throwIfAborted();
      const bytes = await source.read(start, Math.min(source.size, start + target.partBytes));
      hash.update(bytes);
      const md5 = this.hashing.md5?.(bytes);
      if (this.#hasArrived(number, bytes, md5)) {
        this.#bytesResumed += bytes.length;
        this.#count(bytes.length);
        continue;
      }
      const task = this.#put(number, bytes, md5)
        .then(() => this.#count(bytes.length))
        .catch((error: unknown) => {
          this.#failure ??= error;
        })
        .finally(() => running.delete(task));
      running.add(task);
      if (running.size >= (options.parallel ?? PARALLEL)) await Promise.race(running);
    }
    await Promise.all(running);
    if (this.#failure !== null) throw this.#failure;
    const bytesResumed = this.#bytesResumed;
    return { sha256: hash.hex(), bytesSent: source.size - bytesResumed, bytesResumed };
  }

  #hasArrived(number: number, bytes: Uint8Array, md5: string | undefined): boolean {
    const stored = this.target.arrived.get(number);
    if (stored === undefined || stored.byteSize !== bytes.length) return false;
    return stored.md5 === null || md5 === undefined || stored.md5 === md5;
  }

  #count(bytes: number): void {
    this.#bytesDone += bytes;
    this.options.onProgress?.({
      bytesDone: this.#bytesDone,
      bytesTotal: this.source.size,
      bytesResumed: this.#bytesResumed,
    });
  }

  async #put(number: number, bytes: Uint8Array<ArrayBuffer>, md5: string | undefined) {
    const { market, listingId, target, options } = this;
    const part = { part_number: number, ...(md5 === undefined ? {} : { md5 }) };
    const make = async () => {
      const { full } = await market.call("signPartUrls", {
        params: { id: listingId, upload_id: target.uploadId },
        body: { parts: [part] },
      });
      const signed = full.parts?.[0];
      if (signed === undefined) throw new TypeError(`Part ${number} has no address.`);
      const headers: Record<string, string> =
        signed.content_md5 === undefined ? {} : { "content-md5": signed.content_md5 };
      return { url: signed.upload_url, init: { method: "PUT", body: bytes, headers } };
    };
    const request = { repeat: "safe" as const, msMax: PART_MS_MAX, make, signal: options.signal };
    await (await send(market.attempts, request)).arrayBuffer();
  }
}

/** The published hash is the sent one, or the upload was changed on its way. */
export async function profiled(
  market: Caller,
  { listing, sha256 }: Uploaded,
  options: { signal?: AbortSignal } = {},
): Promise<Listing> {
  const read = await waitForProfile(market, listing.id, options);
  const stored = (read.next_version ?? read).data_profile.sha256;
  if (stored !== null && stored !== sha256)
    throw new HashMismatchError("The stored file", sha256, stored);
  return read;
}
