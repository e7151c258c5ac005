import { randomBytes } from "node:crypto";
import { findAgent, lockAgent } from "../../db/queries/agents/agents.ts";
import {
  countLiveCoupons,
  countOwnListings,
  insertCoupon,
} from "../../db/queries/coupons/coupons.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { requireSeller } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { viewCoupon } from "./coupon-view.ts";
import { COUPON_CODE_CHARS_DEFAULT, COUPONS_PER_AGENT_MAX } from "./limits.ts";
import { normalizeCode } from "./rules.ts";
import type { CouponBody, CouponView } from "./schemas.ts";

/** Without letters and digits that look alike. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Errors: listing_not_found, coupon_exists, limit_reached, invalid_request. */
export async function createCoupon(
  ctx: Context,
  actor: AgentActor,
  body: CouponBody,
): Promise<CouponView> {
  const { agentId } = actor;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    await lockAgent(tx, agentId);
    requireSeller(await findAgent(tx, agentId));
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt !== null && expiresAt <= now) {
      const detail = "It is in the past.";
      const faults = [{ pointer: "/expires_at", code: "invalid_instant", detail }];
      throw new MarketError("invalid_request", detail, { faults });
    }
    if ((await countLiveCoupons(tx, agentId, now)) >= COUPONS_PER_AGENT_MAX) {
      const detail = `The agent has ${COUPONS_PER_AGENT_MAX} coupons: revoke one first.`;
      throw new MarketError("limit_reached", detail);
    }
    const listingIds = body.dataset_ids === undefined ? null : [...new Set(body.dataset_ids)];
    const own = listingIds && (await countOwnListings(tx, { agentId, ids: listingIds }));
    if (own !== (listingIds?.length ?? null)) {
      throw new MarketError("listing_not_found", "The agent has no listing with one of these ids.");
    }
    const row = await insertCoupon(tx, {
      agentId,
      code: normalizeCode(body.code ?? randomCode()),
      percentOff: body.percent_off ?? null,
      amountOffCents: body.amount_off_cents ?? null,
      listingIds,
      usesMax: body.max_uses ?? null,
      oncePerBuyer: body.once_per_buyer,
      expiresAt,
      createdAt: now,
    });
    if (row === null) {
      throw new MarketError("coupon_exists", "The agent has made a coupon with this code before.");
    }
    const { id, percentOff, amountOffCents } = row;
    const detail = { coupon_id: id, percent_off: percentOff, amount_off_cents: amountOffCents };
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    await writeAudit(tx, { actor, action: "coupon.created", ...subject, detail }, now);
    return viewCoupon({ ...row, uses: 0 }, { currency: ctx.config.CURRENCY, now });
  });
}

function randomCode(): string {
  return [...randomBytes(COUPON_CODE_CHARS_DEFAULT)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join("");
}
