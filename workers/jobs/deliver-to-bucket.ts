/**
 * Pushes a purchase into its buyer's bucket. It may be killed at any point: objects that are there with
 * their hash are not sent again, and a file in parts continues with the missing ones.
 */
import { createHash } from "node:crypto";
import type {
  BucketDeliveryRow,
  DeliveredPurchase,
} from "../../db/queries/deliveries/deliveries.ts";
import { eachUploadFiles } from "../../db/queries/listings/upload-files.ts";
import { isDownloadable } from "../../market/catalogue/bought/rules.ts";
import { lookAtFolder } from "../../market/catalogue/folder/deliver-folder.ts";
import { asFolder } from "../../market/catalogue/folder/find-folder.ts";
import { downloadName } from "../../market/catalogue/rules.ts";
import type { Context } from "../../market/context.ts";
import { DELIVERED_FILE_GIBIBYTES_MAX } from "../../market/delivery/limits.ts";
import { deliveredKey } from "../../market/delivery/rules.ts";
import {
  type DeliveryProgress,
  failDelivery,
  finishDelivery,
  giveDeliveryBack,
  postponeDelivery,
  readDelivered,
  refundFaultyFile,
  renewDelivery,
} from "../../market/delivery/run-claims.ts";
import { readKeys } from "../../market/delivery/stored-credentials.ts";
import { checkUpload } from "../../market/listing/check-file.ts";
import type { Logger } from "../../platform/log.ts";
import {
  type Bucket,
  BucketFailure,
  type BucketPart,
  type OpenBucket,
} from "../../platform/transfers/bucket.ts";
import { partBytesFor, partBytesMin } from "./part-bytes.ts";
import {
  runTransfer,
  type Transfer,
  type TransferOutcome,
  TransferRefusal,
} from "./run-transfer.ts";

export type DeliveryDeps = { ctx: Context; openBucket: OpenBucket; log: Logger };

const dropMsMax = 10_000;

/** Runs a claimed delivery until it has ended, failed or must stop; returns the outcome. */
export async function deliverToBucket(
  deps: DeliveryDeps,
  row: BucketDeliveryRow,
  signal: AbortSignal,
): Promise<TransferOutcome> {
  const { ctx, log } = deps;
  const found = await readDelivered(ctx, row.id);
  if (found === null) return "overtaken";
  const { purchase } = found;
  if (purchase.acceptance === "pending" && purchase.state === "in_escrow") {
    await postponeDelivery(ctx, row);
    return "waiting";
  }
  const { position, uploadId } = row;
  const progress: DeliveryProgress = { bytesDone: 0, bytesTotal: null, position, uploadId };
  const transfer: Transfer = {
    id: row.id,
    work: (run) => pushAll({ ...deps, row, found, progress, ...run }),
    renew: () => renewDelivery(ctx, row, progress),
    finish: () => finishDelivery(ctx, row, progress),
    fail: (attempt) => failDelivery(ctx, row, attempt),
    giveBack: () => giveDeliveryBack(ctx, row),
    hasProgress: () => progress.bytesDone > row.bytesDone,
  };
  return runTransfer(transfer, log, signal);
}

type Push = DeliveryDeps & {
  row: BucketDeliveryRow;
  found: DeliveredPurchase;
  progress: DeliveryProgress;
  /** Stores the progress. */
  save: () => Promise<void>;
  signal: AbortSignal;
};

/** One file of the purchase. */
type SoldPart = { path: string; storagePath: string; byteSize: number; sha256: string | null };

async function pushAll(push: Push): Promise<void> {
  const { ctx, found, progress } = push;
  const { purchase, target, upload } = found;
  if (!isDownloadable(purchase)) {
    throw new TransferRefusal(
      "payment_not_confirmed",
      "The purchase cannot be downloaded any more.",
    );
  }
  await requireIntact(push);
  const keys = readKeys(ctx, target);
  if (keys === null) throw new Error(`the keys of the bucket ${target.id} cannot be decrypted`);
  const { region, endpoint, bucket: name } = target;
  const bucket = push.openBucket(
    { region, ...keys, ...(endpoint === "" ? {} : { endpoint }) },
    name,
  );
  progress.bytesTotal = upload.byteSize;
  try {
    let position = 0;
    for await (const file of soldFiles(ctx, found)) {
      if (position < progress.position) progress.bytesDone += file.byteSize;
      else await pushFile(push, bucket, file);
      position += 1;
      if (position <= progress.position) continue;
      progress.position = position;
      progress.uploadId = null;
    }
  } finally {
    bucket.close();
  }
}

/** As at a download: a file that is not what was sold is refunded, and not delivered. */
async function requireIntact({ ctx, row, found }: Push): Promise<void> {
  const folder = asFolder(found.upload);
  const { kind } =
    folder === null
      ? await checkUpload(ctx, found.upload)
      : await lookAtFolder(ctx, folder, undefined);
  if (kind === "intact") return;
  await refundFaultyFile(ctx, row, kind);
  throw new TransferRefusal("file_not_available", "The stored file is not the one that was sold.");
}

async function* soldFiles(
  { db }: Pick<Context, "db">,
  { purchase, upload }: DeliveredPurchase,
): AsyncGenerator<SoldPart> {
  if (upload.fileCount === null) {
    const path = downloadName({ ...upload, title: purchase.title });
    const { storagePath, sha256, byteSize } = upload;
    yield { path, storagePath, sha256, byteSize: byteSize ?? 0 };
    return;
  }
  for await (const files of eachUploadFiles(db, upload.id)) yield* files;
}

async function pushFile(push: Push, bucket: Bucket, file: SoldPart): Promise<void> {
  const { found, progress, signal } = push;
  const { listingId, version } = found.purchase;
  const key = deliveredKey(found.target.prefix, { listingId, version, path: file.path });
  const { byteSize, sha256 } = file;
  const there = progress.uploadId === null ? await bucket.head(key, signal) : null;
  if (there !== null && there.byteSize === byteSize && sha256 !== null && there.sha256 === sha256) {
    await requireHash(bucket, { key, sha256, signal });
    progress.bytesDone += byteSize;
    return;
  }
  if (byteSize <= partBytesMin) await pushWhole(push, bucket, { ...file, key });
  else await pushParts(push, bucket, { ...file, key });
}

type Keyed = SoldPart & { key: string };

async function pushWhole(push: Push, bucket: Bucket, file: Keyed): Promise<void> {
  const { ctx, progress, signal } = push;
  const stored = await ctx.storage.read(file.storagePath);
  const bytes = new Uint8Array(await new Response(stored).arrayBuffer());
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (file.sha256 !== null && sha256 !== file.sha256) throw changed();
  const isConfirmed = await bucket.put(file.key, bytes, sha256, signal);
  if (!isConfirmed) await requireHash(bucket, { key: file.key, sha256, signal });
  progress.bytesDone += bytes.byteLength;
}

async function pushParts(push: Push, bucket: Bucket, file: Keyed): Promise<void> {
  const { progress, signal, save } = push;
  const { key, byteSize, sha256 } = file;
  if (byteSize > DELIVERED_FILE_GIBIBYTES_MAX * 1024 ** 3) {
    const detail = `A file above ${DELIVERED_FILE_GIBIBYTES_MAX} GiB is not delivered: download it.`;
    throw new TransferRefusal("file_too_large", detail);
  }
  const partBytes = partBytesFor(byteSize);
  let stored: BucketPart[] | null = null;
  if (progress.uploadId !== null) stored = await bucket.listParts(key, progress.uploadId, signal);
  if (progress.uploadId === null || stored === null) {
    progress.uploadId = await bucket.startParts(key, sha256, signal);
    // Stored at once, so that another worker continues it instead of starting one more.
    await save();
    stored = [];
  }
  try {
    await sendParts(push, bucket, file, { uploadId: progress.uploadId, partBytes, stored });
  } catch (error) {
    if (isFinal(error)) await dropParts(push, bucket, file);
    throw error;
  }
}

const isFinal = (error: unknown) =>
  error instanceof TransferRefusal || (error instanceof BucketFailure && error.isFinal);

/** Nobody will continue them. Best effort: the keys may not be allowed to. */
async function dropParts({ progress }: Push, bucket: Bucket, { key }: Keyed): Promise<void> {
  const { uploadId } = progress;
  if (uploadId === null) return;
  await bucket.abortParts(key, uploadId, AbortSignal.timeout(dropMsMax)).catch(() => {});
  progress.uploadId = null;
}

type Parts = { uploadId: string; partBytes: number; stored: BucketPart[] };

async function sendParts(
  push: Push,
  bucket: Bucket,
  file: Keyed,
  { uploadId, partBytes, stored }: Parts,
): Promise<void> {
  const { progress, signal } = push;
  const { key, byteSize, sha256 } = file;
  const there = new Map(stored.map((part) => [part.partNumber, part.byteSize]));
  const count = Math.ceil(byteSize / partBytes);
  for (let partNumber = 1; partNumber <= count; partNumber += 1) {
    signal.throwIfAborted();
    const start = (partNumber - 1) * partBytes;
    const size = Math.min(partBytes, byteSize - start);
    if (there.get(partNumber) !== size) {
      const bytes = await readPart(push, file, { start, size });
      await bucket.putPart({ key, uploadId, partNumber }, bytes, signal);
    }
    progress.bytesDone += size;
  }
  const parts = (await bucket.listParts(key, uploadId, signal)) ?? [];
  await bucket.completeParts(key, uploadId, parts, signal);
  progress.uploadId = null;
  const isConfirmed = parts.every(({ sha256Base64 }) => sha256Base64 !== null);
  if (!isConfirmed && sha256 !== null) await requireHash(bucket, { key, sha256, signal });
}

async function readPart(
  { ctx }: Push,
  { storagePath }: Keyed,
  { start, size }: { start: number; size: number },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  const range = { start, endInclusive: start + size - 1 };
  for await (const chunk of await ctx.storage.read(storagePath, range)) {
    if (filled + chunk.byteLength > size) throw changed();
    bytes.set(chunk, filled);
    filled += chunk.byteLength;
  }
  if (filled !== size) throw changed();
  return bytes;
}

type Hashed = { key: string; sha256: string; signal: AbortSignal };

/** Reads the object back, for stores that confirm no hash. */
async function requireHash(bucket: Bucket, { key, sha256, signal }: Hashed): Promise<void> {
  if ((await bucket.hash(key, signal)) === sha256) return;
  throw new BucketFailure("hash_differs", "The bucket holds other bytes than were sent.", false);
}

const changed = () => new Error("the stored file changed while it was read");
