import { subscriptionRenewals, subscriptionStates } from "../../../db/vocabulary/subscription.ts";
import { MarketError } from "../../../market/errors.ts";
import { subscriptionPatch } from "../../../market/subscription/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { SubscriptionPage } from "./detail-page.tsx";
import { SubscriptionsPage } from "./list-page.tsx";

/** GET /account/subscriptions */
export async function showSubscriptions(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const given = url.searchParams.get("status");
  const status = subscriptionStates.find((state) => state === given);
  const wanted = pageWanted(url);
  const page = await ctx.account.listSubscriptions(owner, { ...wanted, status });
  return privatePage(<SubscriptionsPage {...{ frame, wanted, page, status }} />);
}

/** GET /account/subscriptions/{id} */
export async function showSubscription(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const read = await ctx.account.readSubscription(page.owner, subscriptionId(page));
  return privatePage(<SubscriptionPage frame={page.frame} {...read} />);
}

/** POST /account/subscriptions/{id}/renewal/{renewal} */
export async function setRenewal(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const given = page.params.renewal;
  const renewal = subscriptionRenewals.find((one) => one === given);
  if (renewal === undefined) throw new MarketError("invalid_request", "Reload the page.");
  const id = subscriptionId(page);
  await ctx.account.changeSubscription(page.owner, id, { renewal });
  return redirectTo(withNotice(`${paths.subscriptions}/${id}`, `renewal_${renewal}`));
}

/** POST /account/subscriptions/{id}/card */
export async function setCard(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const id = subscriptionId(page);
  const cardId = form.get("payment_method_id") ?? "";
  const patch = parseForm(subscriptionPatch, { payment_method_id: cardId });
  await ctx.account.changeSubscription(page.owner, id, patch);
  return redirectTo(withNotice(`${paths.subscriptions}/${id}`, "subscription_card"));
}

function subscriptionId(page: AccountRequest): string {
  return idOf(page, "subscription_not_found", "You have no subscription with this id.");
}
