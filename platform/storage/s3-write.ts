/**
 * Streams a body of unknown length into an S3 object. The parts pass through two buffers that are
 * used over and over: `@aws-sdk/lib-storage` allocates each part anew, which under Bun grew to
 * 0.3 to 1.2 GB for 1 GB, as buffers wait for the garbage collector.
 */
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  type UploadPartCommandOutput,
} from "@aws-sdk/client-s3";
import { PART_NUMBER_MAX } from "./storage-key.ts";

/** 10,000 parts, which S3 allows, make 78 GiB. */
const PART_BYTES = 8 * 1024 * 1024;

type Target = { Bucket: string; Key: string };

/** Stores the body as one object, or as nothing when it or the store fails. */
export async function writeS3Stream(
  client: S3Client,
  target: Target,
  body: ReadableStream<Uint8Array>,
  contentType: string,
): Promise<void> {
  const source = partsOf(body);
  try {
    const first = await source.next();
    if (first.done === true || first.value.byteLength < PART_BYTES) {
      const bytes = first.done === true ? new Uint8Array() : first.value;
      await client.send(new PutObjectCommand({ ...target, Body: bytes, ContentType: contentType }));
      return;
    }
    await writeParts(client, { ...target, ContentType: contentType }, first.value, source);
  } finally {
    await source.return(undefined);
  }
}

async function writeParts(
  client: S3Client,
  target: Target & { ContentType: string },
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const upload = { Bucket, Key, UploadId };
  try {
    const parts: CompletedPart[] = [];
    let bytes: Uint8Array | undefined = first;
    while (bytes !== undefined) {
      const PartNumber = parts.length + 1;
      if (PartNumber > PART_NUMBER_MAX) throw new RangeError(`${Key} has too many parts`);
      const command: UploadPartCommand = new UploadPartCommand({
        ...upload,
        PartNumber,
        Body: bytes,
      });
      // The next buffer fills while this one is sent; both must end before either is used again.
      const [part, next] = await settled<UploadPartCommandOutput, IteratorResult<Uint8Array>>(
        client.send(command),
        rest.next(),
      );
      parts.push({ PartNumber, ETag: part.ETag });
      bytes = next.done === true ? undefined : next.value;
    }
    const MultipartUpload = { Parts: parts };
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** Like Promise.all, but never leaves one of the two running. */
async function settled<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return await Promise.all([a, b]);
}

/** Cuts the body into full parts and a rest. A part is valid until the next but one is asked for. */
async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const buffers = [new Uint8Array(PART_BYTES), new Uint8Array(PART_BYTES)] as const;
  let buffer: Uint8Array = buffers[0];
  let filled = 0;
  for await (const chunk of body) {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const piece = chunk.subarray(offset, offset + PART_BYTES - filled);
      buffer.set(piece, filled);
      filled += piece.byteLength;
      offset += piece.byteLength;
      if (filled < PART_BYTES) continue;
      yield buffer;
      buffer = buffer === buffers[0] ? buffers[1] : buffers[0];
      filled = 0;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}
