import { purchaseStates } from "../../../db/vocabulary/purchase.ts";
import { TITLE_CHARS_MAX } from "../../../market/limits.ts";
import { type FieldErrors, formErrors, textOf, type Upload } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privateDownload, privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import { csvFile } from "../csv-file.ts";
import { type AccountRequest, refuseSuspended } from "../handle.tsx";
import { type DisputeForm, PurchasePage } from "./detail-page.tsx";
import { purchaseCells, purchaseColumns } from "./download.ts";
import { type PurchaseFilter, PurchasesPage } from "./list-page.tsx";
import { ReceiptPage } from "./receipt-page.tsx";
import { ToBankPage } from "./to-bank-page.tsx";

/** GET /account/purchases/{id} */
export async function showPurchase(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { kept } = page;
  const typed = kept === null ? undefined : { ...readDispute(kept), errors: {} };
  return purchasePage(ctx, page, typed);
}

async function purchasePage(
  ctx: AccountContext,
  page: AccountRequest,
  typed: DisputeForm | undefined,
  status = 200,
): Promise<Response> {
  const { owner, frame } = page;
  const purchase = await ctx.account.getPurchase(owner, purchaseId(page));
  const dispute =
    purchase.dispute === null ? null : await ctx.account.getDispute(owner, purchase.id);
  const acceptance =
    purchase.acceptance === null ? null : await ctx.account.getAcceptance(owner, purchase.id);
  const wholeCents = await ctx.account.readWholePrice(owner, purchase);
  const shown = { frame, purchase, dispute, acceptance, typed, wholeCents };
  return privatePage(<PurchasePage {...shown} />, { status });
}

/** GET /account/purchases/{id}/dispute/{file}: redirects to a signed URL, valid for one minute. */
export async function downloadDisputeFile(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const fileId = disputeFileId(page);
  const { url } = await ctx.account.getDisputeFile(page.owner, purchaseId(page), fileId);
  return redirectTo(url);
}

/** The file's id in a dispute's address. */
export function disputeFileId(page: AccountRequest): string {
  return idOf(page, "route_not_found", "The dispute has no such file.", "file");
}

/** GET /account/purchases/{id}/download: redirects to a signed URL, valid for one minute. */
export async function downloadPurchase(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  refuseSuspended(page.frame);
  const given = page.url.searchParams.get("version") ?? "";
  const version = /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  const { url } = await ctx.account.getDownloadUrl(page.owner, purchaseId(page), version);
  return redirectTo(url);
}

/** GET /account/purchases/{id}/receipt: a page, or with `?format=` a file to save. */
export async function showReceipt(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const receipt = await ctx.account.getReceipt(page.owner, purchaseId(page));
  const { frame, signal, url } = page;
  const name = `receipt-${receipt.purchase_id}`;
  switch (url.searchParams.get("format")) {
    case "json":
      return privateDownload([JSON.stringify(receipt, null, 2)], {
        fileName: `${name}.json`,
        contentType: "application/json",
      });
    case "pdf":
      return privateDownload([await ctx.account.renderReceipt(receipt, { signal })], {
        fileName: `${name}.pdf`,
        contentType: "application/pdf",
      });
    default:
      return privatePage(<ReceiptPage {...{ frame, receipt }} />);
  }
}

/** POST /account/purchases/{id}/confirm */
export async function confirmPurchase(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const id = purchaseId(page);
  await ctx.account.confirmPurchase(page.owner, id);
  return redirectTo(withNotice(`/account/purchases/${id}`, "purchase_confirmed"));
}

/** POST /account/purchases/{id}/cancel */
export async function cancelPurchase(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = purchaseId(page);
  await ctx.account.cancelPurchase(page.owner, id);
  return redirectTo(withNotice(`/account/purchases/${id}`, "purchase_cancelled"));
}

/**
 * POST /account/purchases/{id}/bank: leads to the bank through a page of ours, because a form may
 * not redirect to another site.
 */
export async function goToBank(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = purchaseId(page);
  const { url } = await ctx.account.visitBank(page.owner, id);
  return toBank(page, url, `/account/purchases/${id}`);
}

/** `url`: the bank's page; null: there is nothing to confirm. */
export async function toBank(
  { frame }: AccountRequest,
  url: string | null,
  back: string,
): Promise<Response> {
  if (url === null) return redirectTo(back);
  return privatePage(<ToBankPage viewer={frame.viewer} url={url} back={back} />);
}

/** GET /account/purchases/{id}/bank: ignores the provider's parameters, which anyone can forge. */
export async function returnFromBank(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = purchaseId(page);
  await ctx.account.returnFromBank(page.owner, id);
  return redirectTo(`/account/purchases/${id}`);
}

function readDispute(form: URLSearchParams): { reason: string; detail: string } {
  return { reason: form.get("reason") ?? "", detail: textOf(form, "detail") };
}

/** POST /account/purchases/{id}/dispute */
export async function disputePurchase(
  ctx: AccountContext,
  page: AccountRequest,
  { fields, attachments }: Upload,
): Promise<Response> {
  const id = purchaseId(page);
  const dispute = readDispute(fields);
  const errors: FieldErrors = {
    ...(dispute.reason === "" ? { reason: "Choose the closest reason." } : {}),
    ...(dispute.detail.trim() === "" ? { detail: "Say what is wrong with the file." } : {}),
  };
  if (Object.keys(errors).length > 0) return showAgain(errors);
  try {
    await ctx.account.disputePurchase(page.owner, id, { ...dispute, attachments });
  } catch (error) {
    return showAgain(formErrors(error));
  }
  return redirectTo(withNotice(`/account/purchases/${id}`, "purchase_disputed"));

  function showAgain(errors: FieldErrors): Promise<Response> {
    return purchasePage(ctx, page, { ...dispute, errors }, 400);
  }
}

function purchaseId(page: AccountRequest): string {
  return idOf(page, "purchase_not_found", "You have no such purchase.");
}

/** GET /account/purchases */
export async function showPurchases(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const filter = readFilter(url);
  const wanted = pageWanted(url);
  const page = await ctx.account.listPurchases(owner, { ...wanted, ...filter });
  const { CURRENCY: currency } = ctx.config;
  return privatePage(<PurchasesPage {...{ frame, wanted, page, filter, currency }} />);
}

/** GET /account/purchases/download: the filtered list as CSV. */
export async function downloadPurchases(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const filter = readFilter(url);
  return csvFile({
    fileName: "purchases",
    columns: purchaseColumns,
    cellsOf: purchaseCells,
    read: (slice) => ctx.account.walkPurchases(owner, { ...slice, ...filter }),
  });
}

function readFilter({ searchParams }: URL): PurchaseFilter {
  const status = purchaseStates.find((state) => state === searchParams.get("status"));
  const typed = (searchParams.get("q") ?? "").trim();
  return { status, titlePart: typed === "" ? undefined : typed.slice(0, TITLE_CHARS_MAX) };
}
