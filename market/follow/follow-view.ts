import type { FollowRow, FollowWithTarget } from "../../db/queries/follows/follows.ts";
import type { FollowTarget } from "../../db/vocabulary/follow.ts";
import type { Context } from "../context.ts";
import { view } from "../view.ts";
import { type FollowView, followView } from "./schemas.ts";

export function viewFollow(
  ctx: Pick<Context, "config">,
  { follow, name }: Pick<FollowWithTarget, "follow" | "name">,
): FollowView {
  const { kind, id } = targetOf(follow);
  return view(
    followView,
    { ...follow, name },
    {
      kind,
      dataset_id: follow.listingId,
      links: { target: `${ctx.config.PUBLIC_BASE_URL}/${kind}s/${id}` },
    },
  );
}

function targetOf({ sellerId, listingId, collectionId }: FollowRow): FollowTarget {
  if (sellerId !== null) return { kind: "seller", id: sellerId };
  if (listingId !== null) return { kind: "dataset", id: listingId };
  if (collectionId !== null) return { kind: "collection", id: collectionId };
  throw new Error("a follow has no target");
}
