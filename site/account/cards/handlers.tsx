import type { SetupOutcome } from "../../../market/account/finish-payment-setup.ts";
import { MarketError } from "../../../market/errors.ts";
import { PAYMENT_METHOD_ID_CHARS_MAX } from "../../../market/limits.ts";
import { localPath } from "../../kit/local-path.ts";
import { type NoticeCode, withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { CardsPage } from "./list-page.tsx";

export const outcomeNotices: Record<SetupOutcome["status"], NoticeCode> = {
  added: "card_added",
  // The provider's webhook may arrive before the browser does.
  finished: "card_finished",
  open: "card_open",
  expired: "card_open",
  full: "card_full",
};

/** GET /account/payment-methods */
export async function showCards(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
): Promise<Response> {
  const cards = await ctx.account.listCards(owner);
  const now = ctx.now();
  return privatePage(<CardsPage {...{ frame, cards, now }} />, { formOrigins: ctx.hostedOrigins });
}

/** POST /account/payment-methods: redirects to the provider's page, which leads to `return_to`. */
export async function addCard(
  ctx: AccountContext,
  { owner }: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const { url } = await ctx.account.beginCardSetup(owner, returnPath(form.get("return_to")));
  return redirectTo(url);
}

function returnPath(given: string | null): string {
  return given === null ? paths.cards : localPath(given);
}

/** GET /account/payment-methods/return: the provider sends the browser back here. */
export async function returnFromCardSetup(
  ctx: AccountContext,
  { owner, url }: AccountRequest,
): Promise<Response> {
  const setupId = url.searchParams.get("setup") ?? "";
  const next = returnPath(url.searchParams.get("to"));
  if (!isProviderId(setupId)) return redirectTo(withNotice(next, "card_open"));
  const status = await ctx.account.finishCardSetup(owner, setupId);
  return redirectTo(withNotice(next, outcomeNotices[status]));
}

/** POST /account/payment-methods/{id}/default */
export async function makeCardDefault(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  await ctx.account.makeCardDefault(page.owner, cardId(page));
  return redirectTo(withNotice(paths.cards, "card_default"));
}

/** POST /account/payment-methods/{id}/remove */
export async function removeCard(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  await ctx.account.removeCard(page.owner, cardId(page));
  return redirectTo(withNotice(paths.cards, "card_removed"));
}

function cardId({ params }: AccountRequest): string {
  const id = params.id ?? "";
  if (isProviderId(id)) return id;
  throw new MarketError("payment_method_unknown", "Your account has no such payment method.");
}

function isProviderId(id: string): boolean {
  return id.length <= PAYMENT_METHOD_ID_CHARS_MAX && /^\w+$/.test(id);
}
