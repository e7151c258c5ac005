/** The front page's address. */
import { linkHeader } from "../../market/discovery/links.ts";
import { publicPage } from "../kit/respond.ts";
import type { HomeContext } from "./context.ts";
import { HomePage } from "./home-page.tsx";

/** GET / */
export async function showHome(ctx: HomeContext): Promise<Response> {
  const numbers = await ctx.catalogueNumbers();
  const { PUBLIC_BASE_URL } = ctx.config;
  const page = await publicPage(<HomePage baseUrl={PUBLIC_BASE_URL} numbers={numbers} />);
  page.headers.set("link", linkHeader());
  return page;
}
