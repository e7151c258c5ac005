import { type FieldErrors, formErrors, textOf, type Upload } from "../../../kit/form.ts";
import { idOf } from "../../../kit/ids.ts";
import { withNotice } from "../../../kit/notices.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { paths } from "../../paths.ts";
import { disputeFileId } from "../../purchases/handlers.tsx";
import { type AnswerForm, SalePage } from "./detail-page.tsx";

/** GET /account/sales/{id} */
export function showSale(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { kept } = page;
  return salePage(ctx, page, { text: kept === null ? "" : textOf(kept, "text"), errors: {} });
}

async function salePage(
  ctx: AccountContext,
  page: AccountRequest,
  form: AnswerForm,
): Promise<Response> {
  const { owner, frame } = page;
  const sale = await ctx.account.getSale(owner, saleId(page));
  const dispute = sale.dispute === null ? null : await ctx.account.getSaleDispute(owner, sale.id);
  const acceptance = await ctx.account.findSaleAcceptance(owner, sale.id);
  const status = Object.keys(form.errors).length === 0 ? 200 : 400;
  return privatePage(<SalePage {...{ frame, sale, dispute, acceptance, form }} />, { status });
}

/** POST /account/sales/{id}/dispute */
export async function answerDispute(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, attachments }: Upload,
): Promise<Response> {
  const id = saleId(page);
  const text = textOf(fields, "text");
  const showAgain = (errors: FieldErrors) => salePage(ctx, page, { text, errors });
  if (text.trim() === "") return showAgain({ text: "Say what the administrator should know." });
  try {
    await ctx.account.answerDispute(page.owner, id, { text, attachments });
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`${paths.sales}/${id}`, "dispute_answered"));
}

/** GET /account/sales/{id}/dispute/{file}: redirects to a signed URL, valid for one minute. */
export async function downloadSaleFile(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const fileId = disputeFileId(page);
  const { url } = await ctx.account.getSaleDisputeFile(page.owner, saleId(page), fileId);
  return redirectTo(url);
}

function saleId(page: AccountRequest): string {
  return idOf(page, "purchase_not_found", "You have no sale with this id.");
}
