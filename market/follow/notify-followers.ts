/** Notifies the followers of a dataset, its seller or a collection. */
import type { Database } from "../../db/client.ts";
import {
  type ClaimedNews,
  claimNews,
  findFollowers,
  moveNews,
  noteMailItems,
} from "../../db/queries/follows/news.ts";
import type { Principal } from "../../db/vocabulary/event.ts";
import type { Context } from "../context.ts";
import { emitEvents } from "../event/emit-event.ts";
import { followMailDueAt } from "./rules.ts";

const followersPerStepMax = 1000;

/**
 * Notifies the followers of all waiting news, in steps of one transaction each: each follower once,
 * whatever process dies and however many run it. Returns how many were notified.
 */
export async function notifyFollowers(ctx: Pick<Context, "db" | "now">): Promise<number> {
  let notified = 0;
  for (;;) {
    const step = await ctx.db.transaction((tx) => notifySome(tx, ctx.now()));
    if (step === null) return notified;
    notified += step;
  }
}

/** Null: nothing waits. */
async function notifySome(tx: Database, now: Date): Promise<number | null> {
  const claimed = await claimNews(tx);
  if (claimed === null) return null;
  const { news, isShown } = claimed;
  const found = isShown ? await findFollowers(tx, claimed, followersPerStepMax) : [];
  await emitNews(tx, claimed, found, now);
  const principalIds = found.map(({ id }) => id);
  await noteMailItems(tx, claimed, { principalIds, dueAt: followMailDueAt(now) });
  const last = principalIds.at(-1);
  const hasMore = last !== undefined && found.length === followersPerStepMax;
  await moveNews(tx, news.id, hasMore ? { afterPrincipalId: last } : { doneAt: now });
  return found.length;
}

async function emitNews(
  tx: Database,
  { news }: ClaimedNews,
  to: Principal[],
  now: Date,
): Promise<void> {
  const { listingId, collectionId, version, priceCents, previousPriceCents } = news;
  if (collectionId !== null) {
    const data = { collection_id: collectionId, dataset_id: listingId };
    const events = to.map((principal) => ({ to: principal, subjectId: collectionId, data }));
    return emitEvents(tx, "collection.dataset_added", events, now);
  }
  const common = { dataset_id: listingId, your_role: "follower" as const };
  if (news.kind === "published") {
    const data = { ...common, dataset_version: version };
    const events = to.map((principal) => ({ to: principal, subjectId: listingId, data }));
    return emitEvents(tx, "listing.published", events, now);
  }
  const data = {
    ...common,
    fields: ["price_cents"],
    price_cents: priceCents ?? 0,
    previous_price_cents: previousPriceCents ?? 0,
  };
  const events = to.map((principal) => ({ to: principal, subjectId: listingId, data }));
  return emitEvents(tx, "listing.changed", events, now);
}
