import { planIntervals } from "../../db/vocabulary/listing.ts";
import { MarketError } from "../../market/errors.ts";
import { buyBody } from "../../market/purchase/buy-schemas.ts";
import { refusalOf } from "../../market/refusal.ts";
import type { AccountContext } from "../account/context.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { keepTyped } from "../account/kept-forms.tsx";
import { parseForm } from "../kit/form.ts";
import { idOf, isId } from "../kit/ids.ts";
import { privatePage, redirectTo } from "../kit/respond.ts";
import { atTermsFields, choiceOf, readTermsForm, type TermsForm } from "../kit/terms-form.ts";
import type { BuyForm } from "./buy-page.tsx";
import { NEW_CARD, termsKept } from "./fields.tsx";
import { openAndCharge } from "./open-and-charge.ts";
import { subscribePath } from "./paths.ts";
import { payRefusal } from "./refusals.ts";
import { SubscribePage } from "./subscribe-page.tsx";

const untouched: BuyForm = { cardId: "", errors: {}, asksForDuplicate: false, isOverLimit: false };

/** GET /datasets/{id}/subscribe?plan= */
export function showSubscribe(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const plan = page.url.searchParams.get("plan") ?? page.kept?.get("plan") ?? null;
  return subscribePage(ctx, page, plan, { ...untouched, ...termsKept(page) });
}

async function subscribePage(
  ctx: AccountContext,
  page: AccountRequest,
  plan: string | null,
  form: BuyForm & { acceptance?: TermsForm },
  refused: { status: number; headers: [string, string][] } = { status: 200, headers: [] },
): Promise<Response> {
  const { frame, owner, url } = page;
  const id = datasetId(page);
  const purchaseId = url.searchParams.get("declined") ?? "";
  const interval = planIntervals.find((one) => one === plan);
  const [sale, declined] = await Promise.all([
    ctx.account.readPlanSale(owner, id, interval),
    isId(purchaseId) ? ctx.account.readDecline(owner, { purchaseId, datasetId: id }) : null,
  ]);
  const shown = { ...refused, formOrigins: ctx.hostedOrigins };
  return privatePage(<SubscribePage {...{ frame, sale, form, declined }} />, shown);
}

/** POST /account/datasets/{id}/subscribe */
export async function subscribeToDataset(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = datasetId(page);
  const cardId = form.get("payment_method_id") ?? "";
  const plan = form.get("plan");
  const back = subscribePath(id, plan ?? "");
  try {
    if (cardId === NEW_CARD) {
      const cookies = await keepTyped(ctx, page, form);
      const { url } = await ctx.account.beginCardSetup(page.owner, back);
      return redirectTo(url, cookies);
    }
    const order = readOrder(form);
    const refusal = await refusalOf(ctx.account.checkOrder(page.owner, id, order));
    return await openAndCharge(
      ctx,
      page,
      form,
      (account) => {
        if (refusal !== null) throw refusal;
        return account.subscribe(page.owner, id, order);
      },
      (purchaseId) => `${back}&declined=${purchaseId}`,
    );
  } catch (error) {
    const acceptance = readTermsForm(form);
    const placed = atTermsFields(error, acceptance);
    const { errors, asksForDuplicate, isOverLimit, ...refused } = payRefusal(placed);
    const shown = { cardId, acceptance, errors, asksForDuplicate, isOverLimit };
    return subscribePage(ctx, page, plan, shown, refused);
  }
}

/** The page carries the price that it showed. */
function readOrder(form: URLSearchParams) {
  const price = form.get("expected_price_cents") ?? "";
  const { plan, ...body } = parseForm(buyBody, {
    payment_method_id: form.get("payment_method_id") ?? "",
    expected_price_cents: /^\d{1,9}$/.test(price) ? Number(price) : -1,
    plan: form.get("plan"),
  });
  if (plan === undefined) {
    throw new MarketError("invalid_request", "Reload the page and use its button.");
  }
  const acceptance = choiceOf(readTermsForm(form));
  return { ...body, plan, ...(acceptance && { acceptance }) };
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset on sale has this id.");
}
