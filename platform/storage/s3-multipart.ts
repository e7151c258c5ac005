/** Uploads in parts at an S3 store: begun, joined, given up, and swept when nobody came back. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from "@aws-sdk/client-s3";
import type { Storage, SweepOptions } from "./port.ts";
import { headObject, isS3Error, type S3 } from "./s3-objects.ts";
import { assertPartNumber, assertStorageKey } from "./storage-key.ts";

type Part = { etag: string; byteSize: number };

/** Uploads in parts. */
export function createS3Multipart(
  s3: S3,
): Pick<
  Storage,
  "startMultipart" | "completeMultipart" | "abortMultipart" | "countMultipartBytes"
> {
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
        const arrived = await listParts(s3, key, multipartId);
        const parts = Array.from({ length: partsExpected }, (_, index) => ({
          PartNumber: index + 1,
          ETag: arrived.get(index + 1)?.etag,
        }));
        if (parts.some((part) => part.ETag === undefined)) return false;
        await client.send(
          new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts: parts } }),
        );
        return true;
      } catch (error) {
        if (isS3Error(error, "EntityTooSmall")) return false;
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
    async countMultipartBytes(key, multipartId) {
      assertStorageKey(key);
      try {
        const arrived = await listParts(s3, key, multipartId);
        return arrived.values().reduce((sum, { byteSize }) => sum + byteSize, 0);
      } catch (error) {
        if (!isGone(error)) throw error;
        return 0;
      }
    },
  };
}

/** Aborts uploads that began so long ago and were not completed; returns how many. */
export async function sweepMultiparts(
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

async function listParts(
  { client, bucket }: S3,
  key: string,
  multipartId: string,
): Promise<Map<number, Part>> {
  const parts = new Map<number, Part>();
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
    for (const { PartNumber: number, ETag: etag, Size: byteSize = 0 } of page.Parts ?? []) {
      if (number !== undefined && etag !== undefined) parts.set(number, { etag, byteSize });
    }
    if (page.IsTruncated !== true || page.NextPartNumberMarker === marker) return parts;
    marker = page.NextPartNumberMarker;
  }
}

/** Whether a multipart upload is unknown: completed, aborted or never begun. Ceph says NoSuchKey. */
function isGone(error: unknown): boolean {
  return isS3Error(error, "NoSuchUpload") || isS3Error(error, "NoSuchKey");
}
