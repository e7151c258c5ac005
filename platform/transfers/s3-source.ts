/** Signs reads of an object in somebody else's bucket, so that they go through `remote-files.ts`. */
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { hourSeconds } from "../time.ts";
import { clientSettings, type S3Account } from "./s3-account.ts";

/** An address of the object, valid for an hour; nothing is sent. */
export async function signS3Read(
  account: S3Account,
  { bucket, key }: { bucket: string; key: string },
): Promise<string> {
  const client = new S3Client(clientSettings(account, bucket));
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  return await getSignedUrl(client, command, { expiresIn: hourSeconds });
}
