/** Object requests shared by the parts of the S3 adapter, and deletion in batches. */
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import type { ListOptions, Storage, StoredObject } from "./port.ts";
import { assertStorageKey, assertStoragePrefix } from "./storage-key.ts";

export type S3 = { client: S3Client; bucket: string };

/** S3's limit per call. */
const KEYS_PER_CALL_MAX = 1000;
const SINGLE_DELETIONS_AT_ONCE_MAX = 10;

export async function headObject({ client, bucket }: S3, key: string): ReturnType<Storage["head"]> {
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

/** S3 lists in byte order of the keys, a thousand at a time. */
export async function listObjects(
  { client, bucket }: S3,
  prefix: string,
  { after, keysMax }: ListOptions,
): Promise<StoredObject[]> {
  assertStoragePrefix(prefix);
  const found: StoredObject[] = [];
  for (let last = after; found.length < keysMax; last = found.at(-1)?.key) {
    const MaxKeys = Math.min(KEYS_PER_CALL_MAX, keysMax - found.length);
    const range = { Bucket: bucket, Prefix: prefix, MaxKeys, StartAfter: last };
    const answer = await client.send(new ListObjectsV2Command(range));
    for (const { Key: key, Size: byteSize, ETag: etag } of answer.Contents ?? []) {
      if (key === undefined || byteSize === undefined || etag === undefined) {
        throw new Error(`The store's list of ${prefix} names an object without key, size or ETag`);
      }
      found.push({ key, byteSize, etag });
    }
    if (answer.IsTruncated !== true) break;
  }
  return found;
}

/** Rejects if a key may be left. If a store lacks the batch call, deletes one by one. */
export async function deleteObjects(s3: S3, keys: string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += KEYS_PER_CALL_MAX) {
    await deleteSome(s3, keys.slice(first, first + KEYS_PER_CALL_MAX));
  }
}

async function deleteSome(s3: S3, keys: string[]): Promise<void> {
  const { client, bucket } = s3;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  try {
    const { Errors: errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete }),
    );
    if (errors.length === 0) return;
    await deleteOneByOne(
      s3,
      errors.flatMap(({ Key }) => Key ?? []),
    );
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
    await deleteOneByOne(s3, keys);
  }
}

const unknownCallStatuses = [400, 405, 501];

/** Not every store supports the call, or the checksum that it requires. */
function isUnknownCall(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return unknownCallStatuses.includes(error.$metadata.httpStatusCode ?? 0);
}

async function deleteOneByOne({ client, bucket }: S3, keys: string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += SINGLE_DELETIONS_AT_ONCE_MAX) {
    const some = keys.slice(first, first + SINGLE_DELETIONS_AT_ONCE_MAX);
    await Promise.all(
      some.map((Key) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
    );
  }
}

export function isS3Error(error: unknown, name: string): boolean {
  return error instanceof S3ServiceException && error.name === name;
}
