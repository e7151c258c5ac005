import { privatePage } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { OverviewPage } from "./overview-page.tsx";

/** GET /account */
export async function showOverview(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const overview = await ctx.account.overview(owner);
  const { CURRENCY: currency } = ctx.config;
  const isAllShown = url.searchParams.get("attention") === "all";
  return privatePage(<OverviewPage {...{ frame, overview, currency, isAllShown }} />);
}
