/**
 * Serves the signed URLs of the disk store; the API mounts it at `/storage/*`, with unparsed
 * bodies.
 */
import { Buffer } from "node:buffer";
import { rm } from "node:fs/promises";
import { versions } from "node:process";
import { attachmentDisposition } from "./content-disposition.ts";
import type { DiskStorageConfig } from "./disk.ts";
import {
  BodyReadError,
  BodyTooLargeError,
  type DiskLayout,
  diskLayout,
  type HashName,
  writeHashedTemporary,
} from "./disk-files.ts";
import { findMultipart, publishPart } from "./disk-multipart.ts";
import { type FoundObject, findObject, publishArrived } from "./disk-objects.ts";
import { type Grant, verifyUrl } from "./disk-signature.ts";
import { evaluateGet, type Representation } from "./http-conditions.ts";
import type { ByteRange } from "./port.ts";
import { StorageRefusal } from "./storage-refusal.ts";

const SENDS_FILES = "bun" in versions;

type PutGrant = Extract<Grant, { method: "PUT" }>;
type GetGrant = Extract<Grant, { method: "GET" }>;
type Get = { request: Request; grant: GetGrant };

/**
 * A fetch-style handler for PUT, GET and HEAD of signed URLs. Throws {@link StorageRefusal}, and
 * faults of the disk unchanged. Memory is constant whatever the size of the body.
 */
export function createDiskHandler(
  config: DiskStorageConfig,
  now: () => Date = () => new Date(),
): (request: Request) => Promise<Response> {
  const layout = diskLayout(config.rootDir);
  return async (request) => {
    const url = new URL(request.url);
    const verified = verifyUrl(config.signingSecrets, request.method, url, now());
    if ("grant" in verified) {
      const { grant } = verified;
      if (grant.method === "PUT") return await put(layout, request, grant);
      return await get(layout, { request, grant });
    }
    if (verified.refusal === "signature_invalid") {
      const detail = `The URL is not signed for ${request.method} of this object, or was changed.`;
      throw new StorageRefusal("signature_invalid", detail);
    }
    throw request.method === "PUT"
      ? new StorageRefusal("upload_url_expired", "Ask for a new upload URL.")
      : new StorageRefusal("download_url_expired", "Ask for a new download URL.");
  };
}

async function put(layout: DiskLayout, request: Request, grant: PutGrant): Promise<Response> {
  const { byteSizeMax } = grant;
  const tooLarge = () => {
    const detail = `The body is larger than the ${byteSizeMax} bytes that this URL allows.`;
    return new StorageRefusal("upload_too_large", detail, { Connection: "close" });
  };
  if (request.headers.has("content-range")) {
    throw new StorageRefusal("upload_partial", "Content-Range is not supported in a PUT.");
  }
  const contentLength = contentLengthOf(request);
  if (contentLength !== null && contentLength > byteSizeMax) throw tooLarge();
  const byteSizeExpected = grant.part?.byteSizeExact ?? contentLength;
  await requireExpected(layout, grant);
  try {
    const etag = await storeBody(layout, request, grant, byteSizeExpected);
    return new Response(null, { status: 200, headers: { ETag: etag } });
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw tooLarge();
    if (error instanceof BodyReadError) {
      const detail = "The body ended early. Nothing was stored; send all of it again.";
      throw new StorageRefusal("upload_incomplete", detail);
    }
    if (!isDiskFull(error)) throw error;
    throw new StorageRefusal("storage_full", "Nothing was stored; try again later.");
  }
}

/** Checked before any byte is read. */
async function requireExpected(layout: DiskLayout, { key, part }: PutGrant): Promise<void> {
  if (part !== null) {
    if ((await findMultipart(layout, key, part.multipartId)) === null) throw multipartNotFound();
  } else if ((await findObject(layout, key)) !== null) {
    throw alreadyAdmitted();
  }
}

/** Stores the body as its object or part; returns the ETag, which is the MD5 for a part. */
async function storeBody(
  layout: DiskLayout,
  request: Request,
  grant: PutGrant,
  byteSizeExpected: number | null,
): Promise<string> {
  const { key, part, byteSizeMax } = grant;
  const body = request.body ?? new Uint8Array();
  const wanted = wantedHashes(request, grant);
  const names = wanted.map(({ name }) => name);
  if (part !== null) names.push("md5");
  const limits = { byteSizeMax, byteSizeExpected, names };
  const { path, etag, digests } = await writeHashedTemporary(layout, body, limits);
  const other = wanted.find(({ name, digest }) => digests.get(name) !== digest);
  if (other !== undefined) {
    await rm(path, { force: true });
    const words = hashWords[other.name];
    const detail = `The bytes have the ${words} ${digests.get(other.name)}, and ${other.digest} was stated. Nothing was stored.`;
    throw new StorageRefusal("upload_checksum_mismatch", detail);
  }
  if (part === null) {
    if (await publishArrived(layout, key, { path, etag })) return etag;
    throw alreadyAdmitted();
  }
  const md5 = digests.get("md5") ?? "";
  const folder = await findMultipart(layout, key, part.multipartId);
  if (folder !== null && (await publishPart(folder, { ...part, md5 }, path))) return `"${md5}"`;
  await rm(path, { force: true });
  throw multipartNotFound();
}

const hashWords: Record<HashName, string> = { md5: "MD5", sha256: "SHA-256" };

/** The required hashes, from the request and from what was announced before its URL was signed. */
function wantedHashes(
  request: Request,
  { part, sha256 }: PutGrant,
): { name: HashName; digest: string }[] {
  const md5s = [md5Of(request), part?.md5 ?? null].filter((md5) => md5 !== null);
  const wanted = md5s.map((digest) => ({ name: "md5" as const, digest }));
  return sha256 === null ? wanted : [...wanted, { name: "sha256", digest: sha256 }];
}

/** The `Content-MD5` header (RFC 1864), in hexadecimal. */
function md5Of(request: Request): string | null {
  const header = request.headers.get("content-md5");
  return header === null ? null : Buffer.from(header, "base64").toString("hex");
}

function alreadyAdmitted(): StorageRefusal {
  const detail =
    "The file of this URL was already submitted and cannot be changed. Nothing was stored.";
  return new StorageRefusal("upload_closed", detail, { Connection: "close" });
}

function multipartNotFound(): StorageRefusal {
  const detail = "The upload was completed or aborted; no further part is taken.";
  return new StorageRefusal("multipart_not_found", detail);
}

async function get(layout: DiskLayout, { request, grant }: Get): Promise<Response> {
  const object = await findObject(layout, grant.key);
  if (object === null) {
    throw new StorageRefusal("object_not_found", "Nothing is stored under this key.");
  }
  const { representation } = object;
  const { byteSize } = representation;
  const outcome = evaluateGet(request.method, request.headers, representation);
  if (request.method !== "GET" || (outcome.status !== 200 && outcome.status !== 206)) {
    return answerWithoutBody(outcome.status, representation, grant);
  }
  const range = outcome.status === 206 ? outcome.range : { start: 0, endInclusive: byteSize - 1 };
  const headers = representationHeaders(representation, grant);
  headers.set("Content-Length", String(range.endInclusive - range.start + 1));
  if (outcome.status === 206) {
    headers.set("Content-Range", `bytes ${range.start}-${range.endInclusive}/${byteSize}`);
  }
  return new Response(await responseBody(object, range), { status: outcome.status, headers });
}

function answerWithoutBody(
  status: 200 | 206 | 304 | 412 | 416,
  object: Representation,
  grant: GetGrant,
): Response {
  if (status === 412) {
    throw new StorageRefusal("precondition_failed", "Its ETag is not the one given.");
  }
  if (status === 416) {
    throw new StorageRefusal("range_not_satisfiable", `It has ${object.byteSize} bytes.`, {
      "Content-Range": `bytes */${object.byteSize}`,
    });
  }
  const headers = representationHeaders(object, grant);
  if (status === 304) {
    headers.delete("Content-Type");
    return new Response(null, { status, headers });
  }
  headers.set("Content-Length", String(object.byteSize));
  return new Response(null, { status: 200, headers });
}

/**
 * The body of a download. Bun sends a stream without Content-Length, unless it can read the stream
 * from a file itself; other runtimes would read such a stream into memory first.
 */
async function responseBody(
  object: FoundObject,
  range: ByteRange,
): Promise<ReadableStream<Uint8Array> | null> {
  const isEmpty = range.endInclusive < range.start;
  if (isEmpty) return null;
  const blob = SENDS_FILES ? await object.blob(range) : null;
  return blob === null ? object.stream(range) : blob.stream();
}

function representationHeaders(object: Representation, grant: GetGrant): Headers {
  return new Headers({
    ETag: object.etag,
    "Last-Modified": object.lastModified.toUTCString(),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
    "Content-Type": grant.contentType,
    "Content-Disposition": attachmentDisposition(grant.downloadName),
    "X-Content-Type-Options": "nosniff",
  });
}

function contentLengthOf(request: Request): number | null {
  const header = request.headers.get("content-length");
  return header === null ? null : Number(header);
}

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOSPC" || error.code === "EDQUOT" || error.code === "EFBIG";
}
