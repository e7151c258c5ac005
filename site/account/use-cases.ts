import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import type { Authorizations } from "../../market/connection/authorization-port.ts";
import type { Context } from "../../market/context.ts";
import { auctionBuyUseCases } from "../buy/auction-use-cases.ts";
import { bundleBuyUseCases } from "../buy/bundle-use-cases.ts";
import { buyUseCases } from "../buy/use-cases.ts";
import { accessUseCases } from "./access/use-cases.ts";
import { auctionUseCases } from "./auctions/use-cases.ts";
import { auditUseCases } from "./audit/use-cases.ts";
import { bucketUseCases } from "./buckets/use-cases.ts";
import { bundleUseCases } from "./bundles/use-cases.ts";
import { cardUseCases } from "./cards/use-cases.ts";
import { collectionUseCases } from "./collections/use-cases.ts";
import { connectionUseCases } from "./connections/use-cases.ts";
import { couponUseCases } from "./coupons/use-cases.ts";
import { deviceUseCases } from "./devices/use-cases.ts";
import { followUseCases } from "./following/use-cases.ts";
import { keyUseCases } from "./keys/use-cases.ts";
import { leaveUseCases } from "./leave/use-cases.ts";
import { mailUseCases } from "./mails/use-cases.ts";
import { messageUseCases } from "./messages/use-cases.ts";
import { notificationUseCases } from "./notifications/use-cases.ts";
import { overviewUseCases } from "./overview/use-cases.ts";
import { paymentUseCases } from "./payments/use-cases.ts";
import { privateOfferUseCases } from "./private-offers/use-cases.ts";
import { purchaseUseCases } from "./purchases/use-cases.ts";
import { reportUseCases } from "./reports/use-cases.ts";
import { requestUseCases } from "./requests/use-cases.ts";
import { reviewUseCases } from "./reviews/use-cases.ts";
import { savedSearchUseCases } from "./saved-searches/use-cases.ts";
import { secretUseCases } from "./secrets/use-cases.ts";
import { sellerPageUseCases } from "./seller-page/use-cases.ts";
import { agentUseCases } from "./selling/agents/use-cases.ts";
import { analyticsUseCases } from "./selling/analytics/use-cases.ts";
import { earningUseCases } from "./selling/earnings/use-cases.ts";
import { listingUseCases } from "./selling/listings/use-cases.ts";
import { saleUseCases } from "./selling/sales/use-cases.ts";
import { sellUseCases } from "./selling/sell/use-cases.ts";
import { readStanding } from "./standing.ts";
import { subscriptionUseCases } from "./subscriptions/use-cases.ts";
import { termsUseCases } from "./terms/use-cases.ts";
import { waitingUseCases } from "./waiting/use-cases.ts";
import { webhookUseCases } from "./webhooks/use-cases.ts";

/** Every function throws `MarketError` for a refusal; its faults name the form's fields. */
export type AccountUseCases = ReturnType<typeof accountUseCases>;

export function accountUseCases(
  ctx: Context,
  tokens: AgentTokens,
  authorizations: Authorizations | null = null,
) {
  return {
    standing: (owner: OwnerActor) => readStanding(ctx, owner),
    ...overviewUseCases(ctx),
    ...notificationUseCases(ctx),
    ...keyUseCases(ctx),
    ...connectionUseCases(ctx, authorizations),
    ...cardUseCases(ctx),
    ...bucketUseCases(ctx),
    ...purchaseUseCases(ctx),
    ...paymentUseCases(ctx),
    ...buyUseCases(ctx),
    ...bundleBuyUseCases(ctx),
    ...auctionBuyUseCases(ctx),
    ...waitingUseCases(ctx),
    ...subscriptionUseCases(ctx),
    ...auctionUseCases(ctx),
    ...requestUseCases(ctx),
    ...savedSearchUseCases(ctx),
    ...followUseCases(ctx),
    ...collectionUseCases(ctx),
    ...messageUseCases(ctx),
    ...privateOfferUseCases(ctx),
    ...couponUseCases(ctx),
    ...bundleUseCases(ctx),
    ...accessUseCases(ctx),
    ...reviewUseCases(ctx),
    ...reportUseCases(ctx),
    ...agentUseCases(ctx, tokens),
    ...sellerPageUseCases(ctx),
    ...listingUseCases(ctx),
    ...saleUseCases(ctx),
    ...sellUseCases(ctx),
    ...earningUseCases(ctx),
    ...analyticsUseCases(ctx),
    ...webhookUseCases(ctx),
    ...secretUseCases(ctx),
    ...deviceUseCases(ctx),
    ...leaveUseCases(ctx, authorizations),
    ...termsUseCases(ctx),
    ...mailUseCases(ctx),
    ...auditUseCases(ctx),
  };
}
