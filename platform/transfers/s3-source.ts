/** Signs reads of an object in somebody else's bucket, so that they go through `remote-files.ts`. */
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { hourSeconds } from "../time.ts";

export type S3Account = {
  region: string;
  /** Absent: AWS. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

/** An address of the object, valid for an hour; nothing is sent. */
export async function signS3Read(
  { region, endpoint, ...credentials }: S3Account,
  { bucket, key }: { bucket: string; key: string },
): Promise<string> {
  const { sessionToken, ...keys } = credentials;
  const client = new S3Client({
    region,
    // A bucket with dots has no certificate of its own; other stores know no host per bucket.
    forcePathStyle: endpoint !== undefined || bucket.includes("."),
    credentials: { ...keys, ...(sessionToken === undefined ? {} : { sessionToken }) },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  return await getSignedUrl(client, command, { expiresIn: hourSeconds });
}
