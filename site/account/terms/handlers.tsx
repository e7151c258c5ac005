import { localPath } from "../../kit/local-path.ts";
import { withNotice } from "../../kit/notices.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { AcceptPage } from "./accept-page.tsx";

/** GET /account/terms */
export async function showAcceptTerms(
  _ctx: AccountContext,
  { frame, url }: AccountRequest,
): Promise<Response> {
  const returnTo = localPath(url.searchParams.get("return_to") ?? "/account");
  return privatePage(<AcceptPage {...{ frame, returnTo }} />);
}

/** POST /account/terms */
export async function acceptTerms(
  ctx: AccountContext,
  { owner }: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  await ctx.account.acceptTerms(owner, form.get("version") ?? "");
  const returnTo = localPath(form.get("return_to"));
  const isOwn = returnTo.startsWith("/account") && !returnTo.startsWith(paths.terms);
  return redirectTo(isOwn ? withNotice(returnTo, "terms_accepted") : returnTo);
}
