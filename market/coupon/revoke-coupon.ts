import {
  type CouponsOf,
  findOwnCoupon,
  revokeCouponRow,
} from "../../db/queries/coupons/coupons.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewCoupon } from "./coupon-view.ts";
import type { CouponView } from "./schemas.ts";

/** An order that holds the coupon's lock comes first. Errors: coupon_not_found. */
export async function revokeCoupon(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  id: string,
): Promise<CouponView> {
  const of: CouponsOf =
    actor.kind === "agent" ? { agentId: actor.agentId } : { accountId: actor.accountId };
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const isRevoked = await revokeCouponRow(tx, { id, of, now });
    const coupon = await findOwnCoupon(tx, of, id);
    if (coupon === null) throw new MarketError("coupon_not_found", "You have no such coupon.");
    if (isRevoked) {
      const subject = { subjectKind: "agent", subjectId: coupon.agentId } as const;
      const detail = { coupon_id: id };
      await writeAudit(tx, { actor, action: "coupon.revoked", ...subject, detail }, now);
    }
    return viewCoupon(coupon, { currency: ctx.config.CURRENCY, now });
  });
}
