import { pageWanted } from "../../kit/paging.ts";
import { privatePage } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { AuctionsPage } from "./list-page.tsx";

export async function showAuctions(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listOwnBids(owner, wanted);
  return privatePage(<AuctionsPage {...{ frame, wanted, page }} />);
}
