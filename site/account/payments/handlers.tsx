import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { toBank } from "../purchases/handlers.tsx";
import { PaymentPage } from "./detail-page.tsx";

/** GET /account/payments/{id} */
export async function showPayment(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const payment = await ctx.account.getPayment(page.owner, paymentId(page));
  return privatePage(<PaymentPage {...{ frame: page.frame, payment }} />);
}

/** POST /account/payments/{id}/bank */
export async function goToBankForPayment(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = paymentId(page);
  const { url } = await ctx.account.visitBankForPayment(page.owner, id);
  return toBank(page, url, `${paths.payments}/${id}`);
}

/** POST /account/payments/{id}/cancel */
export async function cancelPayment(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = paymentId(page);
  await ctx.account.cancelPayment(page.owner, id);
  return redirectTo(withNotice(`${paths.payments}/${id}`, "purchase_cancelled"));
}

/** GET /account/payments/{id}/bank: ignores the provider's parameters, which anyone can forge. */
export async function returnToPayment(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = paymentId(page);
  await ctx.account.returnToPayment(page.owner, id);
  return redirectTo(`${paths.payments}/${id}`);
}

const paymentId = (page: AccountRequest) =>
  idOf(page, "purchase_not_found", "You have no such payment.");
