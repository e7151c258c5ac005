import { linkHeader } from "../../market/discovery/links.ts";
import { addressesOf } from "../../market/service.ts";
import { publicPage } from "../kit/respond.ts";
import type { HomeContext } from "./context.ts";
import { HomePage } from "./home-page.tsx";

/** GET / */
export async function showHome(ctx: HomeContext): Promise<Response> {
  const view = await ctx.viewFrontPage();
  const { CURRENCY, PLATFORM_FEE_BPS, ESCROW_DAYS, DISPUTE_DAYS } = ctx.config;
  const page = await publicPage(
    <HomePage
      addresses={addressesOf(ctx.config)}
      view={view}
      now={ctx.now()}
      currency={CURRENCY}
      feeBps={PLATFORM_FEE_BPS}
      escrowDays={ESCROW_DAYS}
      disputeDays={DISPUTE_DAYS}
    />,
  );
  page.headers.set("link", linkHeader());
  return page;
}
