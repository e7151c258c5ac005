import { type CouponsOf, pageCoupons, type UsedCoupon } from "../../db/queries/coupons/coupons.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { idShape } from "../list-cursor.ts";
import { readPage } from "../pagination.ts";
import { viewCoupon } from "./coupon-view.ts";
import type { CouponsQuery } from "./schemas.ts";

const list = { name: "coupons", shape: idShape, keyOf: ({ id }: UsedCoupon) => id };

/** The agent's, or those of all the owner's agents; newest first. */
export async function listCoupons(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  page: CouponsQuery,
) {
  const of: CouponsOf =
    actor.kind === "agent" ? { agentId: actor.agentId } : { accountId: actor.accountId };
  const shown = { currency: ctx.config.CURRENCY, now: ctx.now() };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageCoupons(ctx.db, of, slice),
  );
  return { items: rows.map((row) => viewCoupon(row, shown)), pagination };
}
