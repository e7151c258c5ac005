import { type CouponUse, findCoupon, findPricingType } from "../../db/queries/coupons/coupons.ts";
import { spendRateWindow } from "../../db/queries/edge/rate-windows.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { Refusal } from "../refusal.ts";
import { COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX } from "./limits.ts";
import { couponRefusal, normalizeCode } from "./rules.ts";

type Tried = { accountId: string; datasetId: string; code: string };

/**
 * Looks a code up for a buyer, and counts it if there is none, so that codes cannot be guessed. Call it
 * outside the order's transaction, whose end would undo the count. Errors: rate_limited.
 */
export async function tryCode(
  ctx: Pick<Context, "db" | "now">,
  { accountId, datasetId, code }: Tried,
): Promise<{ coupon: CouponUse | null; refusal: Refusal | null }> {
  // Counted before the look-up, so that no burst of parallel guesses passes.
  const spend = (calls: number) =>
    spendRateWindow(ctx.db, {
      key: `coupons ${accountId}`,
      calls,
      callsMax: COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX,
      windowSeconds: hourSeconds,
    });
  const { calls, msLeft } = await spend(1);
  if (calls === 0) {
    const detail = `An account may try ${COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX} invalid coupon codes in 1 h.`;
    const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000));
    throw new MarketError("rate_limited", detail, { retryAfterSeconds });
  }
  const wanted = { listingId: datasetId, code: normalizeCode(code), accountId };
  const [coupon, pricingType] = await Promise.all([
    findCoupon(ctx.db, wanted),
    findPricingType(ctx.db, datasetId),
  ]);
  // A code that exists is no guess, even if this buyer cannot use it.
  if (coupon !== null) await spend(-1);
  const listing = { id: datasetId, pricingType: pricingType ?? "auction" };
  return { coupon, refusal: couponRefusal(coupon, listing, ctx.now()) };
}

/** For an order, which checks the code itself, in its transaction. */
export async function countCode(
  ctx: Pick<Context, "db" | "now">,
  { code, ...tried }: Omit<Tried, "code"> & { code: string | undefined },
): Promise<void> {
  if (code !== undefined) await tryCode(ctx, { ...tried, code });
}
