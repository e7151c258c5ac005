import { z } from "zod";
import { COUPON_CODE_CHARS_MAX } from "../../market/coupon/limits.ts";
import { couponCode } from "../../market/coupon/schemas.ts";
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
import { type BuyForm, BuyPage } from "./buy-page.tsx";
import { NEW_CARD, termsKept } from "./fields.tsx";
import { openAndCharge } from "./open-and-charge.ts";
import { buyPath } from "./paths.ts";
import { payRefusal } from "./refusals.ts";

const untouched: BuyForm = {
  cardId: "",
  errors: {},
  asksForDuplicate: false,
  isOverLimit: false,
};
const couponOnly = z.object({ coupon: couponCode });
const versionShape = /^\d{1,9}$/;

/** GET /datasets/{id}/buy */
export function showBuy(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const code = page.url.searchParams.get("coupon") ?? page.kept?.get("coupon") ?? "";
  return buyPage(ctx, page, { ...untouched, ...termsKept(page), code });
}

async function buyPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: BuyForm & { acceptance?: TermsForm; privateOfferId?: string; code: string },
  refused: { status: number; headers: [string, string][] } = { status: 200, headers: [] },
): Promise<Response> {
  const { frame, owner, url } = page;
  const id = datasetId(page);
  const purchaseId = url.searchParams.get("declined") ?? "";
  const offerId = form.privateOfferId ?? url.searchParams.get("private_offer") ?? "";
  const code = form.code.trim().slice(0, COUPON_CODE_CHARS_MAX);
  const [sale, declined] = await Promise.all([
    ctx.account.readSale(owner, id, { privateOfferId: isId(offerId) ? offerId : null, code }),
    isId(purchaseId) ? ctx.account.readDecline(owner, { purchaseId, datasetId: id }) : null,
  ]);
  return privatePage(<BuyPage {...{ frame, sale, form, declined }} />, {
    ...refused,
    formOrigins: ctx.hostedOrigins,
  });
}

/** POST /account/datasets/{id}/buy */
export async function buyDataset(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = datasetId(page);
  const cardId = form.get("payment_method_id") ?? "";
  const privateOfferId = form.get("private_offer_id") ?? "";
  const code = form.get("coupon") ?? "";
  const again = againPath(id, { private_offer: privateOfferId, coupon: code });
  const acceptance = readTermsForm(form);
  if (form.get("apply") === "coupon") {
    return buyPage(ctx, page, { ...untouched, cardId, acceptance, code });
  }
  try {
    if (cardId === NEW_CARD) {
      const cookies = await keepTyped(ctx, page, form);
      const { url } = await ctx.account.beginCardSetup(page.owner, again);
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
        return account.orderDataset(page.owner, id, order);
      },
      (declined) => againPath(id, { private_offer: privateOfferId, coupon: code, declined }),
    );
  } catch (error) {
    const placed = atTermsFields(error, acceptance);
    const { errors, asksForDuplicate, isOverLimit, ...refused } = payRefusal(placed);
    return buyPage(
      ctx,
      page,
      { cardId, acceptance, privateOfferId, code, errors, asksForDuplicate, isOverLimit },
      refused,
    );
  }
}

function againPath(id: string, given: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
  return query.size === 0 ? buyPath(id) : `${buyPath(id)}?${query}`;
}

/**
 * The page carries the price and version that it showed. If the seller changed them, the person is
 * asked to check again.
 */
function readOrder(form: URLSearchParams) {
  const version = form.get("version") ?? "";
  const price = form.get("expected_price_cents") ?? "";
  if (!versionShape.test(version) || !versionShape.test(price)) {
    throw new MarketError("invalid_request", "Reload the page and use its button.");
  }
  const body = parseForm(buyBody, {
    payment_method_id: form.get("payment_method_id") ?? "",
    expected_price_cents: Number(price),
    allow_duplicate: form.get("allow_duplicate") === "true",
  });
  const acceptance = choiceOf(readTermsForm(form));
  const privateOfferId = form.get("private_offer_id") ?? "";
  const agreed = isId(privateOfferId) ? { private_offer_id: privateOfferId } : {};
  const code = (form.get("coupon") ?? "").trim();
  const reduced = code === "" ? {} : parseForm(couponOnly, { coupon: code });
  return {
    ...body,
    ...agreed,
    ...reduced,
    ...(acceptance && { acceptance }),
    version: Number(version),
  };
}

function datasetId(page: AccountRequest): string {
  return idOf(page, "dataset_not_found", "No dataset on sale has this id.");
}
