import { eq } from "drizzle-orm";
import { insertSubscription } from "../../db/queries/subscriptions/subscriptions.ts";
import { agents, listings } from "../../db/schema/index.ts";
import type { SubscriptionState } from "../../db/vocabulary/subscription.ts";
import type { TestApi } from "./api.ts";
import { type Buyer, dayMs } from "./market.ts";

/** A subscription inserted as a row, without a period. Returns its id. */
export async function subscriptionOf(
  { api, buyer }: { api: TestApi; buyer: Pick<Buyer, "operator" | "cardId"> },
  listingId: string,
  state: SubscriptionState = "active",
): Promise<string> {
  const [listing] = await api.db
    .select({ agentId: agents.id, accountId: agents.accountId, title: listings.title })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  if (listing === undefined || listing.accountId === null) throw new Error("no such listing");
  const now = api.ctx.now();
  const periodEndsAt = new Date(now.getTime() + 30 * dayMs);
  const isEnded = state === "ended";
  const row = await insertSubscription(api.db, {
    state,
    accountId: buyer.operator.accountId,
    apiKeyId: buyer.operator.apiKeyId,
    listingId,
    title: listing.title,
    sellerAgentId: listing.agentId,
    sellerAccountId: listing.accountId,
    interval: "month",
    priceCents: 700,
    currency: api.config.CURRENCY,
    paymentMethodId: buyer.cardId,
    periodNumber: 1,
    periodStartsAt: now,
    periodEndsAt,
    anchorDay: now.getUTCDate(),
    nextStepAt: isEnded ? null : periodEndsAt,
    createdAt: now,
    updatedAt: now,
    endedAt: isEnded ? now : null,
    endCause: isEnded ? "cancelled" : null,
  });
  if (row === null) throw new Error("the account has a subscription of this listing");
  return row.id;
}
