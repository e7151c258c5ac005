/** Checks the store for what arrived at upload URLs, while they are valid and once after their end. */

import type { Database } from "../../../db/client.ts";
import { forgetPurged } from "../../../db/queries/listings/unused-uploads.ts";
import {
  type FileInParts,
  findFilesInParts,
} from "../../../db/queries/listings/upload-file-parts.ts";
import { type DueLook, endLook, lockDueLooks } from "../../../db/queries/listings/upload-looks.ts";
import type { Storage } from "../../../platform/storage/port.ts";
import type { Context } from "../../context.ts";
import { type PurgeLimits, purgeInBatches } from "../../purge-in-batches.ts";
import { countFolderBytes, deleteFolderFiles } from "../folder/stored-files.ts";
import { abortParts } from "./abort-parts.ts";
import { decideLook, lookPauseSeconds } from "./rules.ts";

const lookLimits: PurgeLimits = { rowsPerBatchMax: 50, secondsMax: 10 };

/**
 * Checks each upload that is due. Deletes files or parts larger than the URLs allow, and bytes that
 * arrived after the file was attached. Otherwise counts the true size towards the quota; expired URLs
 * without a file no longer count.
 * Returns how many it checked; any number of processes may run it.
 */
export async function lookAtUploads(ctx: Context): Promise<number> {
  return purgeInBatches(lookLimits, (rowsMax) => lookAtSome(ctx, rowsMax));
}

async function lookAtSome(ctx: Context, rowsMax: number): Promise<number> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const due = await lockDueLooks(tx, { now, rowsMax });
    const looks = await Promise.all(due.map((upload) => lookAt(ctx, { tx, now }, upload)));
    const nextAt = new Date(now.getTime() + lookPauseSeconds * 1000);
    for (const { uploadId, isLast, isGone, heldBytes } of looks) {
      await endLook(tx, uploadId, {
        lookDueAt: isLast ? null : nextAt,
        ...(heldBytes === null ? {} : { heldBytes }),
        ...(isGone ? { state: "superseded", purgedAt: now } : {}),
      });
    }
    const gone = looks.filter(({ isGone }) => isGone);
    await forgetPurged(
      tx,
      gone.map(({ uploadId }) => uploadId),
    );
    return due.length;
  });
}

type InParts = Pick<DueLook, "storagePath" | "multipartId">;
type UploadCheckResult = {
  uploadId: string;
  isLast: boolean;
  isGone: boolean;
  heldBytes: number | null;
};

async function lookAt(
  ctx: Context,
  { tx, now }: { tx: Database; now: Date },
  upload: DueLook,
): Promise<UploadCheckResult> {
  const { config, storage } = ctx;
  const endsAtMs = upload.urlsEndAt.getTime();
  const head = await findArrived(storage, upload);
  const files = await findFilesInParts(tx, [upload.id]);
  const inParts = [upload, ...files];
  await dropNeedless(storage, files);
  if (upload.state !== "issued") await storage.discardArrived(upload.storagePath);
  const partsBytes = await countParts(storage, upload, inParts);
  const announced = upload.byteSizeMax ?? config.UPLOAD_BYTES_MAX;
  const seen = {
    state: upload.state,
    isPurged: upload.purgedAt !== null,
    mayGoOn: upload.multipartId !== null || upload.fileCount !== null,
  };
  const { act, isLast, heldBytes } = decideLook(seen, {
    byteSize: head === null && partsBytes === 0 ? null : (head?.byteSize ?? 0) + partsBytes,
    byteSizeMax: Math.max(announced, upload.byteSize ?? 0),
    endsAtMs,
    nowMs: now.getTime(),
  });
  if (act === "delete") await deleteArrived(storage, upload);
  if (act !== "keep") await abortParts(storage, inParts);
  const isGone = act !== "keep" && upload.state === "issued";
  return { uploadId: upload.id, isLast, isGone, heldBytes };
}

/** The file's size, or the total of a folder's files; null if nothing has arrived. */
async function findArrived(storage: Storage, { storagePath, fileCount }: DueLook) {
  if (fileCount === null) return await storage.findArrived(storagePath);
  const byteSize = await countFolderBytes(storage, storagePath);
  return byteSize === 0 ? null : { byteSize };
}

async function deleteArrived(storage: Storage, { storagePath, fileCount }: DueLook) {
  if (fileCount !== null) await deleteFolderFiles(storage, storagePath);
  await storage.delete(storagePath);
}

/** A folder's files that arrived whole no longer need their parts. */
async function dropNeedless(storage: Storage, files: readonly FileInParts[]): Promise<void> {
  for (const file of files) {
    const arrived = await storage.findArrived(file.storagePath);
    if (arrived?.byteSize === file.byteSize) await abortParts(storage, [file]);
  }
}

/**
 * The bytes of parts that wait to be joined. Once the upload has its file, nobody joins any parts: they
 * are deleted, and no further part is accepted.
 */
async function countParts(
  storage: Storage,
  { state }: DueLook,
  objects: readonly InParts[],
): Promise<number> {
  if (state !== "issued") {
    await abortParts(storage, objects);
    return 0;
  }
  let bytes = 0;
  for (const { storagePath, multipartId } of objects) {
    if (multipartId === null) continue;
    const parts = (await storage.listParts(storagePath, multipartId)) ?? [];
    for (const { byteSize } of parts) bytes += byteSize;
  }
  return bytes;
}
