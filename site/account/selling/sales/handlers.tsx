import { withNotice } from "../../../kit/notices.ts";
import { pageWanted } from "../../../kit/paging.ts";
import { privatePage, redirectTo } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { paths } from "../../paths.ts";
import { SalesPage } from "./list-page.tsx";

/** GET /account/sales */
export async function showSales(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const [page, summary, payouts, debts] = await Promise.all([
    ctx.account.listSales(owner, wanted),
    ctx.account.summarizeSales(owner),
    ctx.account.readPayouts(owner),
    ctx.account.listDebts(owner),
  ]);
  return privatePage(<SalesPage {...{ frame, wanted, page, summary, payouts, debts }} />, {
    formOrigins: ctx.hostedOrigins,
  });
}

/** POST /account/sales/payouts: redirects to the provider's page. */
export async function setUpPayouts(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const { url } = await ctx.account.beginPayoutSetup(page.owner);
  return redirectTo(url);
}

/** GET /account/sales/payout-return: the provider sends the browser back here. */
export async function returnFromPayouts(
  ctx: AccountContext,
  page: AccountRequest,
): Promise<Response> {
  const { state } = await ctx.account.finishPayoutSetup(page.owner);
  return redirectTo(withNotice(paths.sales, state === "ready" ? "payouts_ready" : "payouts_open"));
}
