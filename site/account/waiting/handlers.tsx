import { waitingStates } from "../../../db/vocabulary/purchase.ts";
import { idOf } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { WaitingPurchasePage } from "./detail-page.tsx";
import { WaitingPage } from "./list-page.tsx";

/** GET /account/waiting */
export async function showWaitingPurchases(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const given = url.searchParams.get("status");
  const status = waitingStates.find((state) => state === given);
  const wanted = pageWanted(url);
  const page = await ctx.account.listWaitingPurchases(owner, { ...wanted, status });
  return privatePage(<WaitingPage {...{ frame, wanted, page, status }} />);
}

/** GET /account/waiting/{id}: the link in mails and agents' messages; reading decides nothing. */
export async function showWaitingPurchase(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const waiting = await ctx.account.getWaitingPurchase(page.owner, waitingId(page));
  return privatePage(<WaitingPurchasePage frame={page.frame} waiting={waiting} />);
}

/**
 * POST /account/waiting/{id}/approve: redirects to what the clock charges at once.
 */
export async function approveWaitingPurchase(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const made = await ctx.account.approveWaitingPurchase(page.owner, waitingId(page));
  const path =
    "purseId" in made
      ? `/account/payments/${made.purseId}`
      : `/account/purchases/${made.purchaseId}`;
  return redirectTo(withNotice(path, "waiting_approved"));
}

/** POST /account/waiting/{id}/refuse */
export async function refuseWaitingPurchase(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  await ctx.account.refuseWaitingPurchase(page.owner, waitingId(page));
  return redirectTo(withNotice(paths.waiting, "waiting_refused"));
}

function waitingId(page: AccountRequest): string {
  return idOf(page, "waiting_purchase_not_found", "You have no waiting purchase with this id.");
}
