/** What a buyer does with one purchase. */
import type { PagesContext } from "../../kit/context.ts";
import type { FieldErrors } from "../../kit/fields.tsx";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import { type AccountRequest, formErrors, idOf, refuseSuspended } from "../handle.tsx";
import { PurchasePage } from "./detail-page.tsx";

/** GET /account/purchases/{id} */
export async function showPurchase(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  const purchase = await ctx.account.getPurchase(page.owner, purchaseId(page));
  return privatePage(<PurchasePage frame={page.frame} purchase={purchase} />);
}

/** GET /account/purchases/{id}/download: on to the signed address, which lives a minute. */
export async function downloadPurchase(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  refuseSuspended(page.frame);
  const { url } = await ctx.account.getDownloadUrl(page.owner, purchaseId(page));
  return redirectTo(url);
}

/** POST /account/purchases/{id}/confirm */
export async function confirmPurchase(ctx: PagesContext, page: AccountRequest): Promise<Response> {
  const id = purchaseId(page);
  await ctx.account.confirmPurchase(page.owner, id);
  return redirectTo(withNotice(`/account/purchases/${id}`, "purchase_confirmed"));
}

/** POST /account/purchases/{id}/dispute */
export async function disputePurchase(
  ctx: PagesContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = purchaseId(page);
  const dispute = {
    reason: form.get("reason") ?? "",
    detail: (form.get("detail") ?? "").replaceAll("\r\n", "\n"),
  };
  const errors: FieldErrors = {
    ...(dispute.reason === "" ? { reason: "Choose what comes nearest." } : {}),
    ...(dispute.detail.trim() === "" ? { detail: "Say what is wrong with the file." } : {}),
  };
  if (Object.keys(errors).length > 0) return showAgain(errors);
  try {
    await ctx.account.disputePurchase(page.owner, id, dispute);
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/account/purchases/${id}`, "purchase_disputed"));

  async function showAgain(errors: FieldErrors): Promise<Response> {
    const purchase = await ctx.account.getPurchase(page.owner, id);
    const { frame } = page;
    return privatePage(<PurchasePage {...{ frame, purchase, dispute: { ...dispute, errors } }} />, {
      status: 400,
    });
  }
}

function purchaseId(page: AccountRequest): string {
  return idOf(page, "purchase_not_found", "There is no such purchase of yours.");
}
