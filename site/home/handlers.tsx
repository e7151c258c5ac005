import { linkHeader } from "../../market/discovery/links.ts";
import { addressesOf } from "../../market/service.ts";
import { publicPage } from "../kit/respond.ts";
import type { HomeContext } from "./context.ts";
import { HomePage } from "./home-page.tsx";

/** GET / */
export async function showHome(ctx: HomeContext): Promise<Response> {
  const view = await ctx.viewFrontPage();
  const page = await publicPage(<HomePage {...addressesOf(ctx.config)} view={view} />);
  page.headers.set("link", linkHeader());
  return page;
}
