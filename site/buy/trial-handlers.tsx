import { MarketError } from "../../market/errors.ts";
import { buyBody } from "../../market/purchase/buy-schemas.ts";
import type { AccountContext } from "../account/context.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { parseForm } from "../kit/form.ts";
import { idOf, isId } from "../kit/ids.ts";
import { privatePage, redirectTo } from "../kit/respond.ts";
import type { BuyForm } from "./buy-page.tsx";
import { NEW_CARD } from "./fields.tsx";
import { openAndCharge } from "./open-and-charge.ts";
import { trialPath } from "./paths.ts";
import { payRefusal } from "./refusals.ts";
import { TrialPage } from "./trial-page.tsx";

const untouched: BuyForm = { cardId: "", errors: {}, asksForDuplicate: false, isOverLimit: false };

/** GET /datasets/{id}/trial */
export function showTrial(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return trialPage(ctx, page, untouched);
}

async function trialPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: BuyForm,
  refused: { status: number; headers: [string, string][] } = { status: 200, headers: [] },
): Promise<Response> {
  const { frame, owner, url } = page;
  const id = datasetId(page);
  const purchaseId = url.searchParams.get("declined") ?? "";
  const [sale, declined] = await Promise.all([
    ctx.account.readTrialSale(owner, id),
    isId(purchaseId) ? ctx.account.readDecline(owner, { purchaseId, datasetId: id }) : null,
  ]);
  const shown = { ...refused, formOrigins: ctx.hostedOrigins };
  return privatePage(<TrialPage {...{ frame, sale, form, declined }} />, shown);
}

/** POST /account/datasets/{id}/trial */
export async function buyTrial(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = datasetId(page);
  const cardId = form.get("payment_method_id") ?? "";
  try {
    if (cardId === NEW_CARD) {
      return redirectTo((await ctx.account.beginCardSetup(page.owner, trialPath(id))).url);
    }
    const order = readOrder(form);
    return await openAndCharge(
      ctx,
      page,
      form,
      (account) => account.orderDataset(page.owner, id, order),
      (purchaseId) => `${trialPath(id)}?declined=${purchaseId}`,
    );
  } catch (error) {
    const { errors, asksForDuplicate, isOverLimit, ...refused } = payRefusal(error);
    return trialPage(ctx, page, { cardId, errors, asksForDuplicate, isOverLimit }, refused);
  }
}

/** The page carries the price and version that it showed. */
function readOrder(form: URLSearchParams) {
  const version = form.get("version") ?? "";
  const price = form.get("expected_price_cents") ?? "";
  if (!/^\d{1,9}$/.test(version) || !/^\d{1,9}$/.test(price)) {
    throw new MarketError("invalid_request", "Reload the page and use its button.");
  }
  const body = parseForm(buyBody, {
    payment_method_id: form.get("payment_method_id") ?? "",
    expected_price_cents: Number(price),
    allow_duplicate: form.get("allow_duplicate") === "true",
    trial: true,
  });
  return { ...body, version: Number(version) };
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset on sale has this id.");
}
