/** Listings whose subscribers have to be notified: of a new version, or of changed plans. */
import { and, asc, eq, ne } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { subscriberChecks, subscriptions } from "../../schema/index.ts";

export type SubscriberCheck = typeof subscriberChecks.$inferSelect;

/** Starts a check from the first subscriber, if the locked listing has any. */
export async function enqueueSubscriberCheck(
  tx: Database,
  listingId: string,
  now: Date,
): Promise<void> {
  const [first] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.listingId, listingId), ne(subscriptions.state, "ended")))
    .limit(1);
  if (first === undefined) return;
  await tx
    .insert(subscriberChecks)
    .values({ listingId, createdAt: now })
    .onConflictDoUpdate({ target: subscriberChecks.listingId, set: { afterId: null } });
}

/** Locks the oldest one, skipping locked rows; null: nothing waits. */
export async function lockSubscriberCheck(tx: Database): Promise<SubscriberCheck | null> {
  const [row] = await tx
    .select()
    .from(subscriberChecks)
    .orderBy(asc(subscriberChecks.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Continues a locked check after a subscription; null: it is done. */
export async function moveSubscriberCheck(
  tx: Database,
  listingId: string,
  afterId: string | null,
): Promise<void> {
  const own = eq(subscriberChecks.listingId, listingId);
  if (afterId === null) await tx.delete(subscriberChecks).where(own);
  else await tx.update(subscriberChecks).set({ afterId }).where(own);
}
