import {
  type CouponUse,
  findCoupon,
  findSoldBy,
  hasPaid,
} from "../../db/queries/coupons/coupons.ts";
import { spendRateWindow } from "../../db/queries/edge/rate-windows.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { Refusal } from "../refusal.ts";
import {
  COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX,
  COUPON_MISSES_PER_SELLER_PER_HOUR_MAX,
} from "./limits.ts";
import { couponRefusal, normalizeCode } from "./rules.ts";

type Tried = { accountId: string; datasetId: string; code: string };
type Ctx = Pick<Context, "db" | "now">;

/**
 * Looks a code up for a buyer, and counts it if there is none, so that codes cannot be guessed, by
 * one account or by many. Call it outside the order's transaction, whose end would undo the count.
 * Errors: rate_limited.
 */
export async function tryCode(
  ctx: Ctx,
  { accountId, datasetId, code }: Tried,
): Promise<{ coupon: CouponUse | null; refusal: Refusal | null }> {
  const sold = await findSoldBy(ctx.db, datasetId);
  const takeBack = await countGuess(ctx, accountId, sold?.agentId ?? null);
  const wanted = { listingId: datasetId, code: normalizeCode(code), accountId };
  const coupon = await findCoupon(ctx.db, wanted);
  // A code that exists is no guess, even if this buyer cannot use it.
  if (coupon !== null) await takeBack();
  const listing = { id: datasetId, pricingType: sold?.pricingType ?? "auction" };
  return { coupon, refusal: couponRefusal(coupon, listing, ctx.now()) };
}

/** Counted before the look-up, so that no burst of parallel guesses passes. */
async function countGuess(
  { db }: Ctx,
  accountId: string,
  agentId: string | null,
): Promise<() => Promise<void>> {
  const spend = (key: string, callsMax: number, calls: number) =>
    spendRateWindow(db, { key, calls, callsMax, windowSeconds: hourSeconds });
  const ofAccount = (calls: number) =>
    spend(`coupons ${accountId}`, COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX, calls);
  const ofSeller = (calls: number) =>
    spend(`coupons of ${agentId}`, COUPON_MISSES_PER_SELLER_PER_HOUR_MAX, calls);
  const own = await ofAccount(1);
  if (own.calls === 0) {
    throw tooMany(
      `An account may try ${COUPON_MISSES_PER_ACCOUNT_PER_HOUR_MAX} invalid coupon codes in 1 h.`,
      own.msLeft,
    );
  }
  // After the account's: an account that is refused must not use up the seller's window.
  const all = agentId === null ? null : await ofSeller(1);
  if (all?.calls === 0 && !(await hasPaid(db, accountId))) {
    throw tooMany(
      "Too many invalid codes were tried for this seller. Until then only accounts that have paid for a purchase may use one.",
      all.msLeft,
    );
  }
  return async () => {
    await ofAccount(-1);
    if (all?.calls === 1) await ofSeller(-1);
  };
}

function tooMany(detail: string, msLeft: number): MarketError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000));
  return new MarketError("rate_limited", detail, { retryAfterSeconds });
}

/** For an order, which checks the code itself, in its transaction. */
export async function countCode(
  ctx: Ctx,
  { code, ...tried }: Omit<Tried, "code"> & { code: string | undefined },
): Promise<void> {
  if (code !== undefined) await tryCode(ctx, { ...tried, code });
}
