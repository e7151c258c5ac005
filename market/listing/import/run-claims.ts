/** A worker's side of an import: it claims one, reports progress, and ends it. */
import {
  changeOwnClaim,
  claimImports,
  deleteEndedImports,
  endCleanUp,
  extendUpload,
  type ImportRow,
} from "../../../db/queries/imports/imports.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { purgeInBatches, purgeLimits } from "../../purge-in-batches.ts";
import { changeAfter, type FailedAttempt, leaseFrom } from "../../transfer-claims.ts";
import { IMPORTS_KEPT_DAYS } from "../limits.ts";
import { lookPauseSeconds } from "../upload/rules.ts";
import { pauseAfter } from "./rules.ts";

export function claimDueImports(ctx: Context, rowsMax: number): Promise<ImportRow[]> {
  const now = ctx.now();
  return claimImports(ctx.db, { now, leasedUntil: leaseFrom(now), rowsMax });
}

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

/** Waits for the next attempt, or ends the import. Returns whether it ended. */
export async function failImport(
  ctx: Context,
  row: Pick<ImportRow, "id" | "claims" | "failures" | "createdAt">,
  attempt: FailedAttempt,
): Promise<boolean> {
  const now = ctx.now();
  const { isOurs, retryAfterSeconds } = attempt.failure;
  const change = changeAfter(attempt, { failures: row.failures, now }, (failures) => {
    const counted = { failures: isOurs ? 1 : failures, createdAt: row.createdAt };
    return pauseAfter(counted, { retryAfterSeconds, now });
  });
  await changeOwnClaim(ctx.db, row, change);
  return change.state === "failed";
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
