/** Whether the bucket answers, and otherwise what an operator has to fix. */
import { HeadBucketCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { PartTrouble } from "../part-trouble.ts";

const PING_TIMEOUT_MS = 5_000;

/** Rejects with a {@link PartTrouble} that explains the problem with the bucket at `endpoint`. */
export async function pingBucket(
  { client, bucket }: { client: S3Client; bucket: string },
  endpoint: string,
): Promise<void> {
  try {
    const abortSignal = AbortSignal.timeout(PING_TIMEOUT_MS);
    await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (cause) {
    const isRefusal = isRefusing(cause);
    throw new PartTrouble(`${reasonOf(cause)} (bucket ${bucket}, ${endpoint})`, {
      isRefusal,
      cause,
    });
  }
}

const busyStatuses = [408, 429];

/** Whether it will continue to refuse: a wrong bucket, region or key. */
function isRefusing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const status = error.$metadata.httpStatusCode ?? 0;
  return status >= 300 && status < 500 && !busyStatuses.includes(status);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof S3ServiceException)) return "The object store does not answer";
  const status = error.$metadata.httpStatusCode;
  if (status === 404) return "The bucket does not exist; create it, or correct S3_BUCKET";
  if (status === 403) return "The object store refuses these credentials for the bucket";
  return `The object store answers with ${status ?? error.name}`;
}
