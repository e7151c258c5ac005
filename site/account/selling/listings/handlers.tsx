import { isId } from "../../../kit/ids.ts";
import { pageWanted } from "../../../kit/paging.ts";
import { privatePage } from "../../../kit/respond.ts";
import type { AccountContext } from "../../context.ts";
import type { AccountRequest } from "../../handle.tsx";
import { ListingsPage } from "./list-page.tsx";

export async function showListings(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const agent = url.searchParams.get("agent") ?? "";
  const agent_id = isId(agent) ? agent : undefined;
  const wanted = pageWanted(url);
  const page = await ctx.account.listListings(owner, { ...wanted, agent_id });
  const ids = page.items.map(({ id }) => id);
  const figures = await ctx.account.readListingFigures(owner, ids);
  const isFiltered = agent_id !== undefined;
  return privatePage(<ListingsPage {...{ frame, wanted, page, figures, isFiltered }} />);
}
