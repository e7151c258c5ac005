import {
  announceFollowers,
  deleteFollow,
  lockFollow,
  withTargets,
} from "../../db/queries/follows/follows.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { requireHoldingKey } from "../account/holding-key.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { type Keeper, scopeOf } from "../event/keeper.ts";
import { viewFollow } from "./follow-view.ts";
import type { FollowView } from "./schemas.ts";

/** Ends its events and mails. `id`: the follow's, or its target's. Errors: follow_not_found, held_by_another_key. */
export async function unfollow(ctx: Context, actor: Keeper, id: string): Promise<FollowView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const row = await lockFollow(tx, scopeOf(actor), id);
    if (row === null) throw new MarketError("follow_not_found", "You have no follow with this id.");
    await requireHoldingKey(tx, actor, { holdingKeyId: row.apiKeyId, now });
    const [ended] = await withTargets(tx, [{ follow: row }]);
    if (ended === undefined) throw new Error("a follow has no view");
    await deleteFollow(tx, row.id);
    if (row.listingId !== null) await announceFollowers(tx, row.listingId);
    const subject = { subjectKind: "follow", subjectId: row.id } as const;
    await writeAudit(tx, { actor, action: "follow.ended", ...subject }, now);
    return viewFollow(ctx, ended);
  });
}
