import { parseAmountCents } from "../../kit/amount.ts";
import { keptFormRefusal, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest, Act, Show } from "../handle.tsx";
import { paths } from "../paths.ts";
import { CouponsPage } from "./list-page.tsx";
import { type CouponDraft, NewCouponPage } from "./new-page.tsx";

/** GET /account/coupons */
export const showCoupons: Show = async (ctx, { owner, frame, url }) => {
  const wanted = pageWanted(url);
  const [page, listings] = await Promise.all([
    ctx.account.listCoupons(owner, wanted),
    ctx.account.listCouponListings(owner),
  ]);
  return privatePage(<CouponsPage {...{ frame, wanted, page, listings }} />);
};

/** GET /account/coupons/new */
export const showNewCoupon: Show = (ctx, page) =>
  newPage(ctx, page, { draft: draftIn(page.kept ?? new URLSearchParams()) });

/** POST /account/coupons/new */
export const makeCoupon: Act = async (ctx, page, form) => {
  const draft = draftIn(form);
  try {
    await ctx.account.makeCoupon(page.owner, {
      ...draft,
      amountCents: draft.amount.trim() === "" ? undefined : parseAmountCents(draft.amount),
    });
    return redirectTo(withNotice(paths.coupons, "coupon_made"));
  } catch (error) {
    const { errors, status, headers } = keptFormRefusal(error);
    return newPage(ctx, page, { draft: { ...draft, errors }, status, headers });
  }
};

/** POST /account/coupons/{id}/revoke */
export const revokeCoupon: Act = async (ctx, page) => {
  await ctx.account.revokeCoupon(
    page.owner,
    idOf(page, "coupon_not_found", "You have no such coupon."),
  );
  return redirectTo(withNotice(paths.coupons, "coupon_revoked"));
};

type Again = { draft: CouponDraft; status?: number; headers?: [string, string][] };

async function newPage(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
  { draft, ...answer }: Again,
): Promise<Response> {
  const listings = await ctx.account.listCouponListings(owner);
  return privatePage(<NewCouponPage {...{ frame, listings, draft }} />, answer);
}

function draftIn(form: URLSearchParams): CouponDraft {
  return {
    for: textOf(form, "dataset_ids"),
    code: textOf(form, "code"),
    percent: textOf(form, "percent_off"),
    amount: textOf(form, "amount_off_cents"),
    maxUses: textOf(form, "max_uses"),
    expiresAt: textOf(form, "expires_at"),
    errors: {},
  };
}
