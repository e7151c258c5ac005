/** Whether what is about to be paid for can be delivered: who never fetched it shall still be able to. */
import { readDownloads } from "../../../db/queries/purchases/chargeback-lists.ts";
import { findDelivery } from "../../../db/queries/purchases/deliveries.ts";
import { StorageUnavailableError } from "../../../platform/storage/port.ts";
import { lookAtFolder } from "../../catalogue/folder/deliver-folder.ts";
import { asFolder } from "../../catalogue/folder/find-folder.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { checkUpload } from "../../listing/check-file.ts";
import type { FileFault } from "../delivery/paid-delivery.ts";

/** unknown: the store is away or not complete, which is nobody's fault. */
export type LookedAt =
  | { kind: "deliverable" }
  | { kind: "fault"; fault: FileFault }
  | { kind: "unknown"; detail: string };

type Store = Pick<Context, "db" | "storage">;

/**
 * Looks at the files of purchases, one after the other. What was delivered once is not looked at; once the
 * store does not answer at all it is not asked for the others, so that these wait for no time-outs.
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
  const found = await findDelivery(ctx.db, purchaseId);
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

/** Anything but the store's trouble is thrown on. */
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
