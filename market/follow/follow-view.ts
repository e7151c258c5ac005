import type { FollowWithTarget } from "../../db/queries/follows/follows.ts";
import type { Context } from "../context.ts";
import { view } from "../view.ts";
import { type FollowView, followView } from "./schemas.ts";

export function viewFollow(
  ctx: Pick<Context, "config">,
  { follow, name }: Pick<FollowWithTarget, "follow" | "name">,
): FollowView {
  const { sellerId, listingId } = follow;
  const path = sellerId === null ? `datasets/${listingId}` : `sellers/${sellerId}`;
  return view(
    followView,
    { ...follow, name },
    {
      kind: sellerId === null ? "dataset" : "seller",
      dataset_id: listingId,
      links: { target: `${ctx.config.PUBLIC_BASE_URL}/${path}` },
    },
  );
}
