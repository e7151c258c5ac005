import { pagePurchases } from "../../db/queries/purchases/purchase-lists.ts";
import type { AccountActor, Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { viewPurchase } from "./purchase-view.ts";
import type { PurchasesQuery, PurchaseView } from "./schemas.ts";

/** What the account bought, by whichever of its keys, newest first. */
export async function listPurchases(
  ctx: Context,
  actor: AccountActor,
  query: PurchasesQuery,
): Promise<{ items: PurchaseView[]; pagination: Pagination }> {
  const { limit, offset, status } = query;
  const { accountId } = actor;
  const { rows, total } = await pagePurchases(ctx.db, { accountId, status, limit, offset });
  return {
    items: rows.map((row) => viewPurchase(ctx.config, row)),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}
