/** Checks before release that the file can still be delivered to a buyer who never downloaded it. */
import { readDownloads } from "../../../db/queries/purchases/chargeback-lists.ts";
import { findDelivery } from "../../../db/queries/purchases/deliveries.ts";
import { StorageUnavailableError } from "../../../platform/storage/port.ts";
import { lookAtFolder } from "../../catalogue/folder/deliver-folder.ts";
import { asFolder } from "../../catalogue/folder/find-folder.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { checkUpload } from "../../listing/check-file.ts";
import type { FileFault } from "../delivery/paid-delivery.ts";

/** unknown: the store is down or incomplete, so no side is at fault. */
export type LookedAt =
  | { kind: "deliverable" }
  | { kind: "fault"; fault: FileFault }
  | { kind: "unknown"; detail: string };

type Store = Pick<Context, "db" | "storage">;

/**
 * Checks the files of purchases one after the other. Skips files that were ever downloaded. Once the
 * store does not answer, it is not asked again, so that the others do not wait for time-outs.
 */
export function lookerBeforeRelease(ctx: Store): (purchaseId: string) => Promise<LookedAt> {
  let away: LookedAt | null = null;
  return async (purchaseId) => {
    const downloads = await readDownloads(ctx.db, purchaseId, 1);
    if (downloads.length > 0) return { kind: "deliverable" };
    if (away !== null) return away;
    try {
      return await look(ctx, purchaseId);
    } catch (error) {
      const unknown: LookedAt = { kind: "unknown", detail: detailOf(error) };
      if (!(await isThere(ctx))) away = unknown;
      return unknown;
    }
  };
}

async function look(ctx: Store, purchaseId: string): Promise<LookedAt> {
  const found = await findDelivery(ctx.db, purchaseId, "latest");
  if (found === null) throw new Error(`purchase ${purchaseId} has no file`);
  const { upload } = found;
  const folder = asFolder(upload);
  if (folder !== null) {
    const { kind } = await lookAtFolder(ctx, folder, undefined);
    return kind === "intact" ? { kind: "deliverable" } : { kind: "fault", fault: kind };
  }
  const check = await checkUpload(ctx, upload);
  if (check.kind !== "intact") return { kind: "fault", fault: check.kind };
  return { kind: "deliverable" };
}

/** Rethrows everything except the store's own failures. */
function detailOf(error: unknown): string {
  if (error instanceof StorageUnavailableError) return error.message;
  if (error instanceof MarketError && error.code === "storage_unavailable") return error.message;
  throw error;
}

async function isThere({ storage }: Pick<Context, "storage">): Promise<boolean> {
  try {
    await storage.ping();
    return true;
  } catch {
    return false;
  }
}
