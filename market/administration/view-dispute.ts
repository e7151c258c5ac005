import { findDispute, readLedger, readTrail } from "../../db/queries/accounts/administration.ts";
import type { AdminActor, Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewDispute as view, viewLedger, viewTrail } from "./dispute-view.ts";
import type { DisputeDetailView } from "./schemas.ts";

const trailRowsMax = 200;

/**
 * One purchase, in dispute or not, with what was done to it and what it moved in the ledger; of a
 * very long trail the last 200 steps. Errors: purchase_not_found.
 */
export async function viewDispute(
  ctx: Context,
  _admin: AdminActor,
  purchaseId: string,
): Promise<DisputeDetailView> {
  const row = await findDispute(ctx.db, purchaseId);
  if (row === null) throw new MarketError("purchase_not_found", "No purchase has this id.");
  const [trail, ledger] = await Promise.all([
    readTrail(ctx.db, purchaseId, trailRowsMax),
    readLedger(ctx.db, purchaseId),
  ]);
  return { ...view(ctx.config, row), trail: viewTrail(row, trail), ledger: viewLedger(ledger) };
}
