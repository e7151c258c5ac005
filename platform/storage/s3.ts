/**
 * The S3 adapter of the storage port, for any S3-compatible store. A presigned PUT holds
 * its body to a size that was announced (`Content-Length` is signed), not to a maximum.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { StorageConfig } from "../config.ts";
import { minuteMs } from "../time.ts";
import { attachmentDisposition } from "./content-disposition.ts";
import { type ByteRange, ObjectNotFoundError, type Storage, type SweepOptions } from "./port.ts";
import { pingBucket } from "./s3-ping.ts";
import { writeS3Stream } from "./s3-write.ts";
import { assertContentType, assertPartNumber, assertStorageKey } from "./storage-key.ts";

export type S3StorageConfig = Extract<StorageConfig, { kind: "s3" }>;

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = minuteMs;
const REQUEST_TIMEOUT_MS = 5 * minuteMs;
const TRIES_MAX = 3;

type S3 = { client: S3Client; signer: S3Client; bucket: string };

/** Makes the clients; nothing is asked of the store before the first call. */
export function createS3Storage(config: S3StorageConfig): Storage {
  const client = new S3Client(clientConfig(config, config.endpoint));
  const signer = new S3Client(clientConfig(config, config.publicEndpoint ?? config.endpoint));
  const s3 = { client, signer, bucket: config.bucket };
  return {
    ...createSigning(s3),
    ...createMultipart(s3),
    ...createObjects(s3),
    sweep: (options) => sweepMultiparts(s3, options),
    async ping() {
      await pingBucket(s3, config.endpoint ?? `AWS ${config.region}`);
    },
  };
}

/** Creates the bucket; an error when it exists. For setting up a store, never at a start. */
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

function createSigning({ signer, bucket }: S3): Pick<Storage, "signPut" | "signGet" | "signPart"> {
  return {
    async signPut(key, { ttlSeconds, byteSizeExact }) {
      assertStorageKey(key);
      const target = { Bucket: bucket, Key: key };
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
      });
      return await getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },
    async signPart(key, multipartId, partNumber, { ttlSeconds }) {
      assertStorageKey(key);
      assertPartNumber(partNumber);
      const command = new UploadPartCommand({
        Bucket: bucket,
        Key: key,
        UploadId: multipartId,
        PartNumber: partNumber,
      });
      return await getSignedUrl(signer, command, { expiresIn: ttlSeconds });
    },
  };
}

function createObjects({
  client,
  bucket,
}: S3): Pick<Storage, "head" | "read" | "write" | "delete"> {
  return {
    head: (key) => headObject({ client, bucket }, key),
    async read(key, range) {
      assertStorageKey(key);
      const Range = range === undefined ? undefined : rangeHeader(range);
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range });
        const { Body: body } = await client.send(command);
        if (body === undefined) throw new Error(`The store sent no body for ${key}`);
        return body.transformToWebStream();
      } catch (error) {
        if (isS3Error(error, "NoSuchKey")) throw new ObjectNotFoundError(key);
        if (isS3Error(error, "InvalidRange")) return new Blob().stream();
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
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

function createMultipart(
  s3: S3,
): Pick<Storage, "startMultipart" | "completeMultipart" | "abortMultipart"> {
  const { client, bucket } = s3;
  return {
    async startMultipart(key) {
      assertStorageKey(key);
      const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key });
      const { UploadId: multipartId } = await client.send(command);
      if (multipartId === undefined) throw new Error(`The store gave no upload id for ${key}`);
      return multipartId;
    },
    async completeMultipart(key, multipartId, partsExpected) {
      assertStorageKey(key);
      assertPartNumber(partsExpected);
      const target = { Bucket: bucket, Key: key, UploadId: multipartId };
      try {
        const etags = await listPartEtags(s3, key, multipartId);
        const parts = Array.from({ length: partsExpected }, (_, index) => ({
          PartNumber: index + 1,
          ETag: etags.get(index + 1),
        }));
        if (parts.some((part) => part.ETag === undefined)) return false;
        await client.send(
          new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts: parts } }),
        );
        return true;
      } catch (error) {
        if (!isGone(error)) throw error;
        // An id that is gone may be one that was completed before: what counts is the object.
        return (await headObject(s3, key)) !== null;
      }
    },
    async abortMultipart(key, multipartId) {
      assertStorageKey(key);
      const target = { Bucket: bucket, Key: key, UploadId: multipartId };
      try {
        await client.send(new AbortMultipartUploadCommand(target));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
  };
}

async function sweepMultiparts(
  { client, bucket }: S3,
  { olderThanSeconds }: SweepOptions,
): Promise<number> {
  const before = Date.now() - olderThanSeconds * 1000;
  let removed = 0;
  let next: Pick<ListMultipartUploadsCommandOutput, "NextKeyMarker" | "NextUploadIdMarker"> = {};
  while (true) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        KeyMarker: next.NextKeyMarker,
        UploadIdMarker: next.NextUploadIdMarker,
      }),
    );
    for (const { Key: key, UploadId: id, Initiated: startedAt } of page.Uploads ?? []) {
      if (startedAt === undefined || startedAt.getTime() >= before) continue;
      const target = { Bucket: bucket, Key: key, UploadId: id };
      await client.send(new AbortMultipartUploadCommand(target));
      removed += 1;
    }
    if (page.IsTruncated !== true) return removed;
    next = page;
  }
}

async function headObject(
  { client, bucket }: Pick<S3, "client" | "bucket">,
  key: string,
): ReturnType<Storage["head"]> {
  assertStorageKey(key);
  try {
    const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    const { ContentLength: byteSize, ETag: etag, LastModified: lastModified } = answer;
    if (byteSize === undefined || etag === undefined || lastModified === undefined) {
      throw new Error(`The store's answer about ${key} has no size, ETag or time`);
    }
    return { byteSize, etag, lastModified };
  } catch (error) {
    if (isS3Error(error, "NotFound") || isS3Error(error, "NoSuchKey")) return null;
    throw error;
  }
}

async function listPartEtags(
  { client, bucket }: S3,
  key: string,
  multipartId: string,
): Promise<Map<number, string>> {
  const etags = new Map<number, string>();
  let marker: string | undefined;
  // Not the SDK's paginator: Ceph gives a marker with the last page too, which it follows for ever.
  while (true) {
    const page: ListPartsCommandOutput = await client.send(
      new ListPartsCommand({
        Bucket: bucket,
        Key: key,
        UploadId: multipartId,
        PartNumberMarker: marker,
      }),
    );
    for (const { PartNumber: number, ETag: etag } of page.Parts ?? []) {
      if (number !== undefined && etag !== undefined) etags.set(number, etag);
    }
    if (page.IsTruncated !== true || page.NextPartNumberMarker === marker) return etags;
    marker = page.NextPartNumberMarker;
  }
}

function rangeHeader({ start, endInclusive }: ByteRange): string {
  return `bytes=${start}-${endInclusive}`;
}

function isS3Error(error: unknown, name: string): boolean {
  return error instanceof S3ServiceException && error.name === name;
}

/** Whether a multipart upload is unknown: completed, aborted or never begun. Ceph says NoSuchKey. */
function isGone(error: unknown): boolean {
  return isS3Error(error, "NoSuchUpload") || isS3Error(error, "NoSuchKey");
}
