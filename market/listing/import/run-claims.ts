/** A worker's side of an import: it claims one, reports progress, and ends it. */
import {
  changeOwnClaim,
  claimImports,
  deleteEndedImports,
  endCleanUp,
  extendUpload,
  type ImportChange,
  type ImportRow,
} from "../../../db/queries/imports/imports.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { purgeInBatches, purgeLimits } from "../../purge-in-batches.ts";
import { IMPORTS_KEPT_DAYS } from "../limits.ts";
import { lookPauseSeconds } from "../upload/rules.ts";
import { pauseAfter } from "./rules.ts";

/** A worker reports several times within it; after it, another one takes the import. */
const importLeaseSeconds = 60;

export function claimDueImports(ctx: Context, rowsMax: number): Promise<ImportRow[]> {
  const now = ctx.now();
  return claimImports(ctx.db, { now, leasedUntil: leaseFrom(now), rowsMax });
}

const leaseFrom = (now: Date) => new Date(now.getTime() + importLeaseSeconds * 1000);

type Claimed = Pick<ImportRow, "id" | "claims">;
export type ImportProgress = Pick<
  ImportRow,
  "bytesDone" | "bytesTotal" | "filesDone" | "filesTotal" | "validator"
>;

/** False: the import was cancelled, or another worker has it. */
export async function renewImport(
  ctx: Context,
  claimed: Claimed,
  progress: ImportProgress,
): Promise<boolean> {
  const now = ctx.now();
  const ttlMs = ctx.config.UPLOAD_URL_TTL_SECONDS * 1000;
  return ctx.db.transaction(async (tx) => {
    const isOwn = await changeOwnClaim(tx, claimed, { ...progress, dueAt: leaseFrom(now) });
    if (isOwn) {
      await extendUpload(tx, claimed.id, {
        urlsEndAt: new Date(now.getTime() + ttlMs),
        lookDueAt: new Date(now.getTime() + lookPauseSeconds * 1000),
      });
    }
    return isOwn;
  });
}

/** The file is attached. */
export async function finishImport(
  ctx: Context,
  claimed: Claimed,
  progress: ImportProgress,
): Promise<void> {
  await changeOwnClaim(ctx.db, claimed, {
    ...progress,
    ...{ state: "done", dueAt: null, endedAt: ctx.now(), source: "" },
    ...{ failures: 0, errorCode: null, errorDetail: null },
  });
}

/** `isOurs`: a fault on our side, which costs no attempt. */
export type ImportFailure = {
  code: string;
  detail: string;
  isFinal: boolean;
  isOurs: boolean;
  retryAfterSeconds: number | null;
};

/** Waits for the next attempt, or ends the import. Returns whether it ended. */
export async function failImport(
  ctx: Context,
  row: Pick<ImportRow, "id" | "claims" | "failures" | "createdAt">,
  { failure, hasProgress }: { failure: ImportFailure; hasProgress: boolean },
): Promise<boolean> {
  const now = ctx.now();
  const { code, detail, isFinal, isOurs, retryAfterSeconds } = failure;
  const failures = (hasProgress ? 0 : row.failures) + (isOurs ? 0 : 1);
  const counted = { failures: isOurs ? 1 : failures, createdAt: row.createdAt };
  const pause = pauseAfter(counted, { retryAfterSeconds, now });
  const error = { failures, errorCode: code, errorDetail: detail.slice(0, 1000) };
  const hasEnded = isFinal || pause === null;
  const change: ImportChange = hasEnded
    ? { state: "failed", dueAt: null, endedAt: now }
    : { state: "waiting", dueAt: new Date(now.getTime() + pause * 1000) };
  await changeOwnClaim(ctx.db, row, { ...error, ...change });
  return hasEnded;
}

/** The process stops: another one may take the import at once. */
export async function giveImportBack(ctx: Context, claimed: Claimed): Promise<void> {
  await changeOwnClaim(ctx.db, claimed, { state: "waiting", dueAt: ctx.now() });
}

/** What a cancelled import had stored is gone. */
export async function endCancelledImport(ctx: Context, importId: string): Promise<void> {
  await endCleanUp(ctx.db, importId);
}

/** Any number of processes may run it; returns how many. */
export async function purgeImports(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - IMPORTS_KEPT_DAYS * dayMs);
  return purgeInBatches(purgeLimits, (rowsMax) => deleteEndedImports(ctx.db, { before, rowsMax }));
}
