/**
 * The S3 adapter of the storage port, for any S3-compatible store. A presigned PUT can enforce an
 * announced size (`Content-Length` is signed), but not a maximum.
 */
import { Buffer } from "node:buffer";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { StorageConfig } from "../config.ts";
import { minuteMs } from "../time.ts";
import { attachmentDisposition } from "./content-disposition.ts";
import { type ByteRange, ObjectNotFoundError, ObjectReplacedError, type Storage } from "./port.ts";
import { arrivedKey, createS3Arrived, nameCopyConditionForCeph } from "./s3-arrived.ts";
import { createS3Multipart } from "./s3-multipart.ts";
import { deleteObjects, headObject, isS3Error, listObjects, type S3 } from "./s3-objects.ts";
import { pingBucket } from "./s3-ping.ts";
import { sendTraceparent } from "./s3-trace.ts";
import { writeS3Stream } from "./s3-write.ts";
import { assertContentType, assertPartNumber, assertStorageKey } from "./storage-key.ts";

export type S3StorageConfig = Extract<StorageConfig, { kind: "s3" }>;

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = minuteMs;
const REQUEST_TIMEOUT_MS = 5 * minuteMs;
const TRIES_MAX = 3;

/**
 * Overrides headers of the sender, which a store keeps: an encoding would make a buyer's client
 * unpack bytes that it compares with a hash, and a cache might store what was signed for one buyer.
 */
const BYTES_AS_STORED = {
  ResponseContentEncoding: "identity",
  ResponseCacheControl: "private, no-cache",
};

type S3WithSigner = S3 & { signer: S3Client };

/** Creates the clients; nothing is sent to the store before the first call. */
export function createS3Storage(config: S3StorageConfig): Storage {
  const client = new S3Client(clientConfig(config, config.endpoint));
  sendTraceparent(client);
  nameCopyConditionForCeph(client);
  const signer = new S3Client(clientConfig(config, config.publicEndpoint ?? config.endpoint));
  const s3 = { client, signer, bucket: config.bucket };
  return {
    ...createSigning(s3),
    ...createS3Arrived(s3),
    ...createS3Multipart(s3, config),
    ...createObjects(s3),
    // Writes are atomic, so there are no temporary files.
    sweep: async () => 0,
    async ping() {
      await pingBucket(s3, config.endpoint ?? `AWS ${config.region}`);
    },
  };
}

/** Creates the bucket; fails if it exists. For setting up a store, never at start-up. */
export async function createS3Bucket(config: S3StorageConfig): Promise<void> {
  const client = new S3Client(clientConfig(config, config.endpoint));
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  client.destroy();
}

function clientConfig(config: S3StorageConfig, endpoint: string | undefined): S3ClientConfig {
  const { region, accessKeyId, secretAccessKey } = config;
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    region,
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: TRIES_MAX,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(hasKeys ? { credentials: { accessKeyId, secretAccessKey } } : {}),
  };
}

function createSigning({
  signer,
  bucket,
}: S3WithSigner): Pick<Storage, "signPut" | "signGet" | "signPart"> {
  return {
    async signPut(key, { ttlSeconds, byteSizeExact }) {
      assertStorageKey(key);
      const target = { Bucket: bucket, Key: arrivedKey(key) };
      const command = new PutObjectCommand({ ...target, ContentLength: byteSizeExact });
      return await getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },
    async signGet(key, { ttlSeconds, downloadName, contentType }) {
      assertStorageKey(key);
      assertContentType(contentType);
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: attachmentDisposition(downloadName),
        ResponseContentType: contentType,
        ...BYTES_AS_STORED,
      });
      return await getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },
    async signPart(key, multipartId, partNumber, { ttlSeconds, byteSizeExact, md5 }) {
      assertStorageKey(key);
      assertPartNumber(partNumber);
      const command = new UploadPartCommand({
        Bucket: bucket,
        Key: key,
        UploadId: multipartId,
        PartNumber: partNumber,
        ContentLength: byteSizeExact,
        ContentMD5: md5 === undefined ? undefined : Buffer.from(md5, "hex").toString("base64"),
      });
      return await getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },
  };
}

function createObjects({
  client,
  bucket,
}: S3): Pick<Storage, "head" | "list" | "read" | "write" | "delete" | "deleteAll"> {
  return {
    head: (key) => headObject({ client, bucket }, key),
    list: (prefix, options) => listObjects({ client, bucket }, prefix, options),
    async deleteAll(keys) {
      keys.forEach(assertStorageKey);
      await deleteObjects({ client, bucket }, [...keys, ...keys.map(arrivedKey)]);
    },
    async read(key, range, etag) {
      assertStorageKey(key);
      const Range = range === undefined ? undefined : rangeHeader(range);
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range, IfMatch: etag });
        const { Body: body } = await client.send(command);
        if (body === undefined) throw new Error(`The store sent no body for ${key}`);
        return body.transformToWebStream();
      } catch (error) {
        if (isS3Error(error, "NoSuchKey")) throw new ObjectNotFoundError(key);
        if (isS3Error(error, "InvalidRange")) return new Blob().stream();
        if (isS3Error(error, "PreconditionFailed")) throw new ObjectReplacedError(key);
        throw error;
      }
    },
    async write(key, body, contentType) {
      assertStorageKey(key);
      assertContentType(contentType);
      if (body instanceof Uint8Array) {
        const target = { Bucket: bucket, Key: key, ContentType: contentType };
        await client.send(new PutObjectCommand({ ...target, Body: body }));
        return;
      }
      await writeS3Stream(client, { Bucket: bucket, Key: key }, body, contentType);
    },
    async delete(key) {
      assertStorageKey(key);
      const both = [key, arrivedKey(key)];
      await Promise.all(
        both.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
      );
    },
  };
}

function rangeHeader({ start, endInclusive }: ByteRange): string {
  return `bytes=${start}-${endInclusive}`;
}
