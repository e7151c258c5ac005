import { privatePage } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { OverviewPage } from "./overview-page.tsx";

export async function showOverview(
  ctx: AccountContext,
  { owner, frame }: AccountRequest,
): Promise<Response> {
  const overview = await ctx.account.overview(owner);
  const { CURRENCY } = ctx.config;
  return privatePage(<OverviewPage {...{ frame, overview, currency: CURRENCY }} />);
}
