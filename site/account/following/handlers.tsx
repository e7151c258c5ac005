import { type FollowTarget, followTargets } from "../../../db/vocabulary/follow.ts";
import { MarketError } from "../../../market/errors.ts";
import { idOf, isId } from "../../kit/ids.ts";
import { withNotice } from "../../kit/notices.ts";
import { pageWanted } from "../../kit/paging.ts";
import { privatePage, redirectTo } from "../../kit/respond.ts";
import type { AccountContext } from "../context.ts";
import type { AccountRequest } from "../handle.tsx";
import { paths } from "../paths.ts";
import { FollowingPage } from "./list-page.tsx";

/** GET /account/following */
export async function showFollowing(
  ctx: AccountContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listFollows(owner, wanted);
  return privatePage(<FollowingPage {...{ frame, wanted, page }} />);
}

function targetIn(form: URLSearchParams): FollowTarget | null {
  for (const kind of followTargets) {
    const id = form.get(kind) ?? "";
    if (isId(id)) return { kind, id };
  }
  return null;
}

/** The public page whose form was sent, to which somebody returns after signing in. */
export function followedPath(form: URLSearchParams): string {
  const target = targetIn(form);
  return target === null ? paths.following : `/${target.kind}s/${target.id}`;
}

/** POST /account/following/save */
export async function followIt(
  ctx: AccountContext,
  page: AccountRequest,
  form: URLSearchParams,
): Promise<Response> {
  const target = targetIn(form);
  if (target === null) {
    throw new MarketError(
      "invalid_request",
      "Choose a seller, a dataset or a collection to follow.",
    );
  }
  await ctx.account.follow(page.owner, target);
  return redirectTo(withNotice(paths.following, "followed"));
}

/** POST /account/following/{id}/end */
export async function endFollow(ctx: AccountContext, page: AccountRequest): Promise<Response> {
  const id = idOf(page, "follow_not_found", "You follow nothing under this id.");
  await ctx.account.unfollow(page.owner, id);
  return redirectTo(withNotice(paths.following, "unfollowed"));
}
