import type { RefundFilter } from "../../../db/queries/purchases/refunds.ts";
import { type FieldErrors, formErrors, textOf } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AdminContext } from "../context.ts";
import type { AdminRequest } from "../handle.ts";
import { type RefundForm, RefundPage } from "./detail-page.tsx";
import { RefundsPage } from "./list-page.tsx";
import { refundFilterWords } from "./words.ts";

/** GET /admin/refunds */
export async function showRefunds(
  ctx: AdminContext,
  { admin, frame, url }: AdminRequest,
): Promise<Response> {
  const status = url.searchParams.get("status") ?? "";
  const isKnown = Object.hasOwn(refundFilterWords, status);
  const filter = isKnown ? (status as RefundFilter) : "open";
  const wanted = { ...pageWanted(url), filter };
  const page = await ctx.administration.listRefunds(admin, wanted);
  return privatePage(<RefundsPage {...{ frame, wanted, page }} />);
}

const untouched: RefundForm = { reference: "", paidReason: "", retryReason: "", errors: {} };

/** GET /admin/refunds/{id} */
export function showRefund(ctx: AdminContext, page: AdminRequest): Promise<Response> {
  return show(ctx, page, untouched);
}

/** POST /admin/refunds/{id}/paid */
export async function payRefund(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = refundId(page);
  const reference = textOf(given, "reference");
  const paidReason = textOf(given, "paid_reason");
  try {
    const form = { reference, reason: paidReason };
    await ctx.administration.payRefundOtherwise(page.admin, id, form);
  } catch (error) {
    const errors = renamed(formErrors(error), "paid_reason");
    return show(ctx, page, { ...untouched, reference, paidReason, errors });
  }
  return redirectTo(withNotice(`/admin/refunds/${id}`, "refund_paid"));
}

/** POST /admin/refunds/{id}/retry */
export async function retryRefund(
  ctx: AdminContext,
  page: AdminRequest,
  given: URLSearchParams,
): Promise<Response> {
  const id = refundId(page);
  const retryReason = textOf(given, "retry_reason");
  try {
    await ctx.administration.retryRefund(page.admin, id, { reason: retryReason });
  } catch (error) {
    const errors = renamed(formErrors(error), "retry_reason");
    return show(ctx, page, { ...untouched, retryReason, errors });
  }
  return redirectTo(withNotice(`/admin/refunds/${id}`, "refund_retried"));
}

async function show(ctx: AdminContext, page: AdminRequest, form: RefundForm): Promise<Response> {
  const refund = await ctx.administration.getRefund(page.admin, refundId(page));
  const status = Object.keys(form.errors).length === 0 ? 200 : 400;
  return privatePage(<RefundPage {...{ frame: page.frame, refund, form }} />, { status });
}

/** Two forms of the page have a reason field, so each needs its own name. */
function renamed({ reason, ...others }: FieldErrors, name: string): FieldErrors {
  return reason === undefined ? others : { ...others, [name]: reason };
}

function refundId(page: AdminRequest): string {
  return idOf(page, "purchase_not_found", "No purchase has this id.");
}
