import {
  findDispute,
  pageDisputes,
  readLedger,
  readTrail,
} from "../../db/queries/accounts/administration.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { viewDisputeRow, viewLedger, viewTrail } from "./dispute-view.ts";
import type { DisputeDetailView, DisputeView } from "./schemas.ts";

/** Disputes that wait for a decision, oldest first. */
export async function listDisputes(
  ctx: Context,
  _admin: AdminActor,
  page: { limit: number; offset: number },
): Promise<{ items: DisputeView[]; pagination: Pagination }> {
  const { limit, offset } = page;
  const { rows, total } = await pageDisputes(ctx.db, { limit, offset });
  return {
    items: rows.map((row) => viewDisputeRow(ctx.config, row)),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}

const trailRowsMax = 200;

/**
 * One purchase, disputed or not, with its history and its ledger; for a very long history the last 200
 * steps. Errors: purchase_not_found.
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
  return {
    ...viewDisputeRow(ctx.config, row),
    trail: viewTrail(row.purchase, trail),
    ledger: viewLedger(ledger),
  };
}
