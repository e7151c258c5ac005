/** Writes into a stranger's S3 bucket, with the guards of `call-stranger.ts`. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { type OpenOptions, openStranger, StrangerFailure } from "../webhooks/call-stranger.ts";
import { openResolver } from "../webhooks/resolver.ts";
import { clientSettings, type S3Account } from "./s3-account.ts";

/** `isFinal`: another try would end the same way until its owner changes something. */
export class BucketFailure extends Error {
  readonly code: string;
  readonly isFinal: boolean;

  constructor(code: string, detail: string, isFinal: boolean) {
    super(detail);
    this.name = "BucketFailure";
    this.code = code;
    this.isFinal = isFinal;
  }
}

export type BucketPart = {
  partNumber: number;
  byteSize: number;
  etag: string;
  /** Null: the store has not computed it. */
  sha256Base64: string | null;
};

type BucketObject = { byteSize: number; sha256: string | null };

/** All calls throw a {@link BucketFailure}. */
export type Bucket = {
  /** The object, with the hash that an earlier delivery noted; null if there is none. */
  head(key: string, signal: AbortSignal): Promise<BucketObject | null>;
  /** Returns whether the store has confirmed the hash. */
  put(key: string, bytes: Uint8Array, sha256: string, signal: AbortSignal): Promise<boolean>;
  startParts(key: string, sha256: string | null, signal: AbortSignal): Promise<string>;
  putPart(
    at: { key: string; uploadId: string; partNumber: number },
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void>;
  /** Null if the upload does not exist any more. */
  listParts(key: string, uploadId: string, signal: AbortSignal): Promise<BucketPart[] | null>;
  completeParts(
    key: string,
    uploadId: string,
    parts: BucketPart[],
    signal: AbortSignal,
  ): Promise<void>;
  abortParts(key: string, uploadId: string, signal: AbortSignal): Promise<void>;
  /** The SHA-256 of the stored bytes, in hexadecimal. */
  hash(key: string, signal: AbortSignal): Promise<string>;
  close(): void;
};

export type OpenBucket = (account: S3Account, bucket: string) => Bucket;

const hashNote = "sha256";

export function bucketOpener(options: OpenOptions): OpenBucket {
  const { resolve = openResolver() } = options;
  const guarded = { ...options, resolve };
  return (account, name) => openBucket(guarded, account, name);
}

function openBucket(options: OpenOptions, account: S3Account, Bucket: string): Bucket {
  const client = openClient(options, account, Bucket);
  const send = client.send.bind(client) as S3Client["send"];
  return {
    async head(Key, abortSignal) {
      try {
        const found = await send(new HeadObjectCommand({ Bucket, Key }), { abortSignal });
        return { byteSize: found.ContentLength ?? 0, sha256: found.Metadata?.[hashNote] ?? null };
      } catch (error) {
        // Without s3:ListBucket, S3 answers 403 for an object that does not exist.
        if (statusOf(error) === 404 || statusOf(error) === 403) return null;
        throw asFailure(error);
      }
    },
    async put(Key, Body, sha256, abortSignal) {
      const ChecksumSHA256 = Buffer.from(sha256, "hex").toString("base64");
      const target = { Bucket, Key, Body, ChecksumSHA256, Metadata: { [hashNote]: sha256 } };
      const put = new PutObjectCommand(target);
      const answer = await send(put, { abortSignal }).catch(fail);
      return answer.ChecksumSHA256 === ChecksumSHA256;
    },
    async startParts(Key, sha256, abortSignal) {
      const note = sha256 === null ? {} : { Metadata: { [hashNote]: sha256 } };
      const begin = new CreateMultipartUploadCommand({
        ...{ Bucket, Key, ...note },
        ChecksumAlgorithm: "SHA256",
      });
      const { UploadId } = await send(begin, { abortSignal }).catch(fail);
      if (UploadId === undefined) {
        throw new BucketFailure("store_answer", "The store gave no upload id.", false);
      }
      return UploadId;
    },
    async putPart({ key: Key, uploadId: UploadId, partNumber: PartNumber }, Body, abortSignal) {
      const ChecksumSHA256 = createHash("sha256").update(Body).digest("base64");
      const target = { Bucket, Key, UploadId, PartNumber, Body, ChecksumSHA256 };
      await send(new UploadPartCommand(target), { abortSignal }).catch(fail);
    },
    async listParts(Key, UploadId, abortSignal) {
      const parts: BucketPart[] = [];
      let PartNumberMarker: string | undefined;
      try {
        for (;;) {
          const list = new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker });
          const page = await send(list, { abortSignal });
          for (const { PartNumber, Size, ETag, ChecksumSHA256 } of page.Parts ?? []) {
            if (PartNumber === undefined || ETag === undefined) continue;
            const sha256Base64 = ChecksumSHA256 ?? null;
            parts.push({ partNumber: PartNumber, byteSize: Size ?? 0, etag: ETag, sha256Base64 });
          }
          const next = page.NextPartNumberMarker;
          if (page.IsTruncated !== true || next === PartNumberMarker) return parts;
          PartNumberMarker = next;
        }
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw asFailure(error);
      }
    },
    async completeParts(Key, UploadId, parts, abortSignal) {
      const Parts = parts.map(({ partNumber, etag, sha256Base64 }) => ({
        PartNumber: partNumber,
        ETag: etag,
        ...(sha256Base64 === null ? {} : { ChecksumSHA256: sha256Base64 }),
      }));
      const target = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
      await send(new CompleteMultipartUploadCommand(target), { abortSignal }).catch(fail);
    },
    async abortParts(Key, UploadId, abortSignal) {
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await send(abort, { abortSignal }).catch((error: unknown) => {
        if (statusOf(error) !== 404) fail(error);
      });
    },
    async hash(Key, abortSignal) {
      const { Body } = await send(new GetObjectCommand({ Bucket, Key }), { abortSignal }).catch(
        fail,
      );
      const hash = createHash("sha256");
      try {
        for await (const chunk of Body as Readable) hash.update(chunk as Uint8Array);
      } catch (error) {
        throw asFailure(error);
      }
      return hash.digest("hex");
    },
    close: () => client.destroy(),
  };
}

function openClient(options: OpenOptions, account: S3Account, bucket: string): S3Client {
  return new S3Client({
    ...clientSettings(account, bucket),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // The delivery retries, with longer pauses.
    maxAttempts: 1,
    requestHandler: guardedHandler(options),
  });
}

/** The parts of the SDK's request that are sent. */
type SdkRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
};

function guardedHandler(options: OpenOptions) {
  return {
    async handle(request: SdkRequest, { abortSignal }: { abortSignal?: unknown } = {}) {
      const signal =
        abortSignal instanceof AbortSignal ? abortSignal : new AbortController().signal;
      const { method, headers, body } = request;
      const call = { method, headers: withoutLength(headers), body: bytesOf(body) };
      const answer = await openStranger(addressOf(request), call, options, signal);
      return {
        response: {
          statusCode: answer.status,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Readable.from(answer.body),
        },
      };
    },
    destroy() {},
  };
}

const withoutLength = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length"),
  );

/** Requests with a body of unknown length are never made here. */
function bytesOf(body: unknown): Uint8Array | null {
  if (body === undefined || body === null || body === "") return null;
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError("the body of a call to a bucket is neither text nor bytes");
}

function addressOf({ protocol, hostname, port, path, query = {} }: SdkRequest): string {
  const escaped = (text: string) =>
    encodeURIComponent(text).replaceAll(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === null
      ? [escaped(name)]
      : [value].flat().map((one) => `${escaped(name)}=${escaped(one)}`),
  );
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  return `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}${path}${search}`;
}

const finalAddresses = new Set(["url_not_allowed", "address_not_allowed"]);
/** Statuses that may pass. */
const passing = new Set([408, 409, 425, 429]);

function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}

function fail(error: unknown): never {
  throw asFailure(error);
}

function asFailure(error: unknown): unknown {
  if (error instanceof StrangerFailure) {
    return new BucketFailure(error.code, error.message, finalAddresses.has(error.code));
  }
  if (error instanceof S3ServiceException) {
    const status = statusOf(error) ?? 0;
    // The name is a code such as AccessDenied; the message may repeat what was sent.
    const name = /^[A-Za-z0-9]{1,60}$/.test(error.name) ? error.name : "an error";
    const isFinal = status >= 300 && status < 500 && !passing.has(status);
    return new BucketFailure("store_answer", `The store answered ${name} (${status}).`, isFinal);
  }
  return error;
}
