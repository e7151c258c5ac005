import {
  findWaitingDetail,
  pageWaiting,
  type WaitingDetail,
} from "../../../db/queries/purchases/waiting-purchases.ts";
import type { AccountActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { idShape } from "../../list-cursor.ts";
import { readPage } from "../../pagination.ts";
import type { Pagination } from "../../text.ts";
import { requireOwned } from "./own-waiting.ts";
import type { WaitingPurchasesQuery, WaitingPurchaseView } from "./schemas.ts";
import { viewWaiting } from "./waiting-view.ts";

/** Errors: waiting_purchase_not_found (also for another account's). */
export async function getWaitingPurchase(
  ctx: Context,
  actor: AccountActor,
  id: string,
): Promise<WaitingPurchaseView> {
  const detail = await findWaitingDetail(ctx.db, id);
  requireOwned(detail?.waiting ?? null, actor);
  if (detail === null) throw new MarketError("waiting_purchase_not_found", "It no longer exists.");
  return viewWaiting(detail, { config: ctx.config, now: ctx.now() });
}

/** Waiting purchases of any key of the account, newest first. */
export async function listWaitingPurchases(
  ctx: Context,
  { accountId }: AccountActor,
  { status, ...page }: WaitingPurchasesQuery,
): Promise<{ items: WaitingPurchaseView[]; pagination: Pagination }> {
  const now = ctx.now();
  const list = {
    name: "waiting purchases",
    shape: idShape,
    keyOf: ({ waiting }: WaitingDetail) => waiting.id,
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageWaiting(ctx.db, { accountId, status, now, ...slice }),
  );
  return {
    items: rows.map((row) => viewWaiting(row, { config: ctx.config, now })),
    pagination,
  };
}
