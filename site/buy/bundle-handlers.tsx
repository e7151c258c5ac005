import { buyBundleBody } from "../../market/bundle/schemas.ts";
import { MarketError } from "../../market/errors.ts";
import type { AccountContext } from "../account/context.ts";
import type { AccountRequest } from "../account/handle.tsx";
import { keepTyped } from "../account/kept-forms.tsx";
import { withTitles } from "../bundles/with-titles.ts";
import { parseForm } from "../kit/form.ts";
import { idOf, isId } from "../kit/ids.ts";
import { privatePage, redirectTo } from "../kit/respond.ts";
import { BuyBundlePage } from "./bundle-page.tsx";
import type { BuyForm } from "./buy-page.tsx";
import { NEW_CARD } from "./fields.tsx";
import { openAndCharge } from "./open-and-charge.ts";
import { bundleBuyPath } from "./paths.ts";
import { payRefusal } from "./refusals.ts";

type Form = BuyForm & { isPromised: boolean };
const untouched: BuyForm = { cardId: "", errors: {}, asksForDuplicate: false, isOverLimit: false };
const isTicked = (form: URLSearchParams | null) => form?.get("promised") === "true";

/** GET /bundles/{id}/buy */
export function showBuyBundle(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  return buyPage(ctx, page, { ...untouched, isPromised: isTicked(page.kept) });
}

async function buyPage(
  ctx: AccountContext,
  page: AccountRequest,
  form: Form,
  refused: { status: number; headers: [string, string][] } = { status: 200, headers: [] },
): Promise<Response> {
  const { frame, owner, url } = page;
  const bundleId = bundleOf(page);
  const paymentId = url.searchParams.get("declined") ?? "";
  const [sale, declined] = await Promise.all([
    ctx.account.readBundleSale(owner, bundleId),
    isId(paymentId) ? ctx.account.readBundleDecline(owner, { paymentId, bundleId }) : null,
  ]);
  const errors = withTitles(
    form.errors,
    sale.bundle.datasets.map(({ dataset_id: id, title }) => ({ id, title })),
  );
  const shown = { frame, sale, form: { ...form, errors }, declined };
  return privatePage(<BuyBundlePage {...shown} />, { ...refused, formOrigins: ctx.hostedOrigins });
}

/** POST /account/bundle-orders/{id} */
export async function buyBundle(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = bundleOf(page);
  const cardId = form.get("payment_method_id") ?? "";
  const again = bundleBuyPath(id);
  try {
    if (cardId === NEW_CARD) {
      const cookies = await keepTyped(ctx, page, form);
      const { url } = await ctx.account.beginCardSetup(page.owner, again);
      return redirectTo(url, cookies);
    }
    const order = readOrder(form);
    return await openAndCharge(
      ctx,
      page,
      form,
      (account) => account.orderBundle(page.owner, id, order),
      (paymentId) => `${again}?declined=${paymentId}`,
    );
  } catch (error) {
    const { errors, asksForDuplicate, isOverLimit, ...refused } = payRefusal(error);
    const shown = { cardId, errors, asksForDuplicate, isOverLimit, isPromised: isTicked(form) };
    return buyPage(ctx, page, shown, refused);
  }
}

/** The page carries the price that it showed. */
function readOrder(form: URLSearchParams) {
  const price = form.get("expected_price_cents") ?? "";
  if (!/^\d{1,9}$/.test(price)) {
    throw new MarketError("invalid_request", "Reload the page and use its button.");
  }
  return parseForm(buyBundleBody, {
    payment_method_id: form.get("payment_method_id") ?? "",
    expected_price_cents: Number(price),
    allow_duplicate: form.get("allow_duplicate") === "true",
    ...(isTicked(form) ? { promised: true } : {}),
  });
}

function bundleOf(page: AccountRequest): string {
  return idOf(page, "bundle_not_found", "No bundle has this id.");
}
