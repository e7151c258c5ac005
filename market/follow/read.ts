import { type FollowWithTarget, pageFollows } from "../../db/queries/follows/follows.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { idShape } from "../list-cursor.ts";
import { offsetPagination, readPage } from "../pagination.ts";
import { viewFollow } from "./follow-view.ts";
import type { FollowsQuery, FollowsView, FollowView } from "./schemas.ts";

/** What the principal follows, newest first. */
export async function listFollows(
  ctx: Context,
  actor: Keeper,
  page: FollowsQuery,
): Promise<FollowsView> {
  const keyOf = ({ follow }: FollowWithTarget) => follow.id;
  const list = { name: "follows", shape: idShape, keyOf };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageFollows(ctx.db, scopeOf(actor), slice),
  );
  return { items: rows.map((row) => viewFollow(ctx, row)), pagination };
}

/** `agent_name`: the agent that follows; null: the account itself. */
export type OwnerFollowView = FollowView & { agent_name: string | null };

/** What an account and its agents follow, for its person; newest first. */
export async function listOwnerFollows(
  ctx: Context,
  owner: OwnerActor,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await pageFollows(ctx.db, scopeOf(owner), page);
  return {
    items: rows.map((row) => ({ ...viewFollow(ctx, row), agent_name: row.agentName })),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}
