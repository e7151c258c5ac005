import { pageDisputes } from "../../db/queries/accounts/administration.ts";
import type { AdminActor, Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { viewDispute } from "./dispute-view.ts";
import type { DisputeView } from "./schemas.ts";

/** The disputes that wait for a decision, the oldest first. */
export async function listDisputes(
  ctx: Context,
  _admin: AdminActor,
  page: { limit: number; offset: number },
): Promise<{ items: DisputeView[]; pagination: Pagination }> {
  const { limit, offset } = page;
  const { rows, total } = await pageDisputes(ctx.db, { limit, offset });
  return {
    items: rows.map((row) => viewDispute(ctx.config, row)),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}
