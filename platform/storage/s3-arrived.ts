/**
 * Content of signed PUTs to S3 is stored next to the objects, under separate keys, and copied to
 * its key when it is admitted, because nobody has a signed URL for that key. (`If-None-Match` in
 * the URL would require a header from every client.) Only whole files arrive this way, which a
 * store copies in one call.
 */
import { CopyObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { ArrivedObject, ListOptions, Storage, StoredObject } from "./port.ts";
import { deleteObjects, headObject, isS3Error, listObjects, type S3 } from "./s3-objects.ts";
import { writeS3Stream } from "./s3-write.ts";

const ARRIVED_PREFIX = "arrived/";
const COPIES_AT_ONCE_MAX = 32;
const KEYS_PER_PAGE = 1000;
const CONTENT_TYPE = "application/octet-stream";

export const arrivedKey = (key: string) => `${ARRIVED_PREFIX}${key}`;

type ArrivedActs = Pick<
  Storage,
  "findArrived" | "listArrived" | "admit" | "discardArrived" | "writeArrived"
>;

export function createS3Arrived(s3: S3): ArrivedActs {
  return {
    findArrived: (key) => findArrived(s3, key),
    listArrived: (prefix, options) => listArrived(s3, prefix, options),
    async admit(arrived) {
      const admitted: StoredObject[] = [];
      for (let first = 0; first < arrived.length; first += COPIES_AT_ONCE_MAX) {
        const some = arrived.slice(first, first + COPIES_AT_ONCE_MAX);
        const objects = await Promise.all(some.map((one) => admitOne(s3, one)));
        admitted.push(...objects.filter((object) => object !== null));
      }
      const copied = admitted.map(({ key }) => arrivedKey(key));
      if (copied.length > 0) await deleteObjects(s3, copied);
      return admitted;
    },
    async discardArrived(key) {
      const waiting = [arrivedKey(key)];
      for (let after: string | undefined; ; after = waiting.at(-1)) {
        const prefix = `${arrivedKey(key)}/`;
        const page = await listObjects(s3, prefix, { after, keysMax: KEYS_PER_PAGE });
        waiting.push(...page.map((object) => object.key));
        if (page.length < KEYS_PER_PAGE) break;
      }
      await deleteObjects(s3, waiting);
    },
    async writeArrived(key, body) {
      if ((await headObject(s3, key)) !== null) {
        await body.cancel();
        return false;
      }
      const target = { Bucket: s3.bucket, Key: arrivedKey(key) };
      await writeS3Stream(s3.client, target, body, CONTENT_TYPE);
      return true;
    },
  };
}

async function findArrived(s3: S3, key: string): Promise<ArrivedObject | null> {
  const object = await headObject(s3, key);
  if (object !== null)
    return { key, byteSize: object.byteSize, etag: object.etag, isAdmitted: true };
  const waiting = await headObject(s3, arrivedKey(key));
  if (waiting === null) return null;
  return { key, byteSize: waiting.byteSize, etag: waiting.etag, isAdmitted: false };
}

async function listArrived(
  s3: S3,
  prefix: string,
  { after, keysMax }: ListOptions,
): Promise<ArrivedObject[]> {
  const behind = after === undefined ? undefined : arrivedKey(after);
  const [objects, waiting] = await Promise.all([
    listObjects(s3, prefix, { after, keysMax }),
    listObjects(s3, arrivedKey(prefix), { after: behind, keysMax }),
  ]);
  const byKey = new Map<string, ArrivedObject>();
  for (const object of waiting) {
    const key = object.key.slice(ARRIVED_PREFIX.length);
    byKey.set(key, { ...object, key, isAdmitted: false });
  }
  for (const object of objects) byKey.set(object.key, { ...object, isAdmitted: true });
  const merged = [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  return merged.slice(0, keysMax);
}

/** The copy names the source's ETag, so that a late call copies nothing else over the object. */
async function admitOne(s3: S3, arrived: ArrivedObject): Promise<StoredObject | null> {
  const { key } = arrived;
  const object = await findObject(s3, key);
  if (object !== null) return object;
  try {
    await s3.client.send(copyOf(s3.bucket, arrived));
  } catch (error) {
    if (!isS3Error(error, "PreconditionFailed") && !isS3Error(error, "NoSuchKey")) throw error;
  }
  return await findObject(s3, key);
}

/** The sender's headers are not copied. */
function copyOf(Bucket: string, { key, etag }: ArrivedObject): CopyObjectCommand {
  return new CopyObjectCommand({
    Bucket,
    Key: key,
    CopySource: `${Bucket}/${arrivedKey(key)}`,
    CopySourceIfMatch: etag,
    MetadataDirective: "REPLACE",
    ContentType: CONTENT_TYPE,
  });
}

const copyCondition = "x-amz-copy-source-if-match";

/** Ceph reads the condition of a copy under another name than S3 and ignores the right one. */
export function nameCopyConditionForCeph(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      const { headers } = call.request as { headers: Record<string, string> };
      const condition = headers[copyCondition];
      if (condition !== undefined) headers["x-amz-copy-if-match"] = condition;
      return await next(call);
    },
    { step: "build", name: "nameCopyConditionForCeph" },
  );
}

async function findObject(s3: S3, key: string): Promise<StoredObject | null> {
  const head = await headObject(s3, key);
  return head === null ? null : { key, byteSize: head.byteSize, etag: head.etag };
}
