/** Multipart uploads to an S3 store: started, joined, given up, and swept if abandoned. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type Part,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ArrivedPart, JoinOutcome, RunningMultipart, Storage, SweepOptions } from "./port.ts";
import { headObject, isS3Error, type S3 } from "./s3-objects.ts";
import { assertPartNumber, assertStorageKey } from "./storage-key.ts";

const MD5_ETAG = /^"?(?<md5>[0-9a-f]{32})"?$/;

type MultipartActs = Pick<
  Storage,
  | "startMultipart"
  | "writePart"
  | "listParts"
  | "completeMultipart"
  | "abortMultipart"
  | "listMultiparts"
>;

/**
 * `etagsAreMd5`: false if the bucket encrypts with a key service, because parts' ETags are not MD5s
 * then.
 */
export function createS3Multipart(
  s3: S3,
  { etagsAreMd5 }: { etagsAreMd5: boolean },
): MultipartActs {
  const { client, bucket } = s3;
  return {
    async startMultipart(key) {
      assertStorageKey(key);
      const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: key });
      const { UploadId: multipartId } = await client.send(command);
      if (multipartId === undefined) throw new Error(`The store gave no upload id for ${key}`);
      return multipartId;
    },
    async writePart(key, multipartId, partNumber, bytes) {
      assertStorageKey(key);
      assertPartNumber(partNumber);
      const target = { Bucket: bucket, Key: key, UploadId: multipartId, PartNumber: partNumber };
      try {
        await client.send(new UploadPartCommand({ ...target, Body: bytes }));
        return true;
      } catch (error) {
        if (!isGone(error)) throw error;
        return false;
      }
    },
    listParts: (key, multipartId) => findParts(s3, { key, multipartId, etagsAreMd5 }),
    async completeMultipart(key, multipartId, parts): Promise<JoinOutcome> {
      assertStorageKey(key);
      const target = { Bucket: bucket, Key: key, UploadId: multipartId };
      // The store would replace the existing object of the key.
      if ((await headObject(s3, key)) !== null) {
        await abort(s3, target);
        return "joined";
      }
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      try {
        await client.send(
          new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } }),
        );
        return "joined";
      } catch (error) {
        if (isS3Error(error, "EntityTooSmall")) return "too_small";
        if (isS3Error(error, "InvalidPart")) return "changed";
        // Ceph answers 500 for an aborted upload, and while another call completes it.
        if (!isGone(error) && (await findParts(s3, { key, multipartId, etagsAreMd5 })) !== null) {
          throw error;
        }
        // The upload may have been completed earlier, so the existence of the object decides.
        return (await headObject(s3, key)) === null ? "gone" : "joined";
      }
    },
    async abortMultipart(key, multipartId) {
      assertStorageKey(key);
      await abort(s3, { Bucket: bucket, Key: key, UploadId: multipartId });
    },
    listMultiparts: (options) => listMultiparts(s3, options),
  };
}

async function abort(
  { client }: S3,
  target: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand(target));
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

async function findParts(
  s3: S3,
  upload: RunningMultipart & { etagsAreMd5: boolean },
): Promise<ArrivedPart[] | null> {
  const { key, multipartId, etagsAreMd5 } = upload;
  assertStorageKey(key);
  try {
    const listed = await listAllParts(s3, key, multipartId);
    return listed.flatMap((part) => arrivedPart(part, etagsAreMd5) ?? []);
  } catch (error) {
    if (!isGone(error)) throw error;
    return null;
  }
}

async function listMultiparts(
  { client, bucket }: S3,
  { olderThanSeconds }: SweepOptions,
): Promise<RunningMultipart[]> {
  const running: RunningMultipart[] = [];
  const before = Date.now() - olderThanSeconds * 1000;
  let next: Pick<ListMultipartUploadsCommandOutput, "NextKeyMarker" | "NextUploadIdMarker"> = {};
  while (true) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: bucket,
        KeyMarker: next.NextKeyMarker,
        UploadIdMarker: next.NextUploadIdMarker,
      }),
    );
    for (const { Key: key, UploadId: multipartId, Initiated: startedAt } of page.Uploads ?? []) {
      if (key === undefined || multipartId === undefined || startedAt === undefined) continue;
      if (startedAt.getTime() < before) running.push({ key, multipartId });
    }
    if (page.IsTruncated !== true) return running;
    next = page;
  }
}

function arrivedPart(part: Part, etagsAreMd5: boolean): ArrivedPart | null {
  const { PartNumber: partNumber, ETag: etag, Size: byteSize = 0, LastModified: at } = part;
  if (partNumber === undefined || etag === undefined) return null;
  const md5 = etagsAreMd5 ? (MD5_ETAG.exec(etag)?.groups?.md5 ?? null) : null;
  return { partNumber, byteSize, etag, md5, arrivedAt: at ?? new Date(0) };
}

async function listAllParts(
  { client, bucket }: S3,
  key: string,
  multipartId: string,
): Promise<Part[]> {
  const parts: Part[] = [];
  let marker: string | undefined;
  // Not the SDK's paginator: Ceph returns a marker even with the last page, which it would follow
  // for ever.
  while (true) {
    const page: ListPartsCommandOutput = await client.send(
      new ListPartsCommand({
        Bucket: bucket,
        Key: key,
        UploadId: multipartId,
        PartNumberMarker: marker,
      }),
    );
    parts.push(...(page.Parts ?? []));
    if (page.IsTruncated !== true || page.NextPartNumberMarker === marker) return parts;
    marker = page.NextPartNumberMarker;
  }
}

/**
 * Whether a multipart upload is unknown: completed, aborted or never started. Ceph says NoSuchKey.
 */
function isGone(error: unknown): boolean {
  return isS3Error(error, "NoSuchUpload") || isS3Error(error, "NoSuchKey");
}
