import {
  type RecurringRevenue,
  sumRecurringRevenue,
} from "../../db/queries/subscriptions/subscriptions.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";

/**
 * A seller's subscribers and their monthly price before the fee, in cents; a year counts as twelve
 * months. Of one listing or of all.
 */
export async function readRecurringRevenue(
  { db, config }: Pick<Context, "db" | "config">,
  { accountId: sellerAccountId }: OwnerActor,
  listingId?: string,
): Promise<RecurringRevenue & { currency: string }> {
  const sums = await sumRecurringRevenue(db, { sellerAccountId, listingId });
  return { ...sums, currency: config.CURRENCY };
}
