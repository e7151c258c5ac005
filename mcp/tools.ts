import { nearestName } from "./nearest-name.ts";
import { rankTools } from "./rank-tools.ts";
import type { Tool } from "./tool.ts";
import { analyticsTools } from "./tools/analytics.ts";
import { auctionTools } from "./tools/auctions.ts";
import { catalogueTools } from "./tools/catalogue.ts";
import { disputeTools } from "./tools/disputes.ts";
import { earningTools } from "./tools/earnings.ts";
import { eventTools } from "./tools/events.ts";
import { findToolsIn } from "./tools/find-tools.ts";
import { followTools } from "./tools/follows.ts";
import { messageTools } from "./tools/messages.ts";
import { operatorTools } from "./tools/operators.ts";
import { privateOfferTools } from "./tools/private-offers.ts";
import { purchaseTools } from "./tools/purchases.ts";
import { recommendationTools } from "./tools/recommendations.ts";
import { requestTools } from "./tools/requests.ts";
import { reviewTools } from "./tools/reviews.ts";
import { savedSearchTools } from "./tools/saved-searches.ts";
import { sellingTools } from "./tools/selling.ts";
import { subscriptionTools } from "./tools/subscriptions.ts";
import { waitingPurchaseTools } from "./tools/waiting-purchases.ts";

const subjectTools: Tool[] = [
  ...catalogueTools,
  ...recommendationTools,
  ...operatorTools,
  ...purchaseTools,
  ...waitingPurchaseTools,
  ...disputeTools,
  ...auctionTools,
  ...messageTools,
  ...privateOfferTools,
  ...subscriptionTools,
  ...reviewTools,
  ...requestTools,
  ...sellingTools,
  ...earningTools,
  ...analyticsTools,
  ...savedSearchTools,
  ...followTools,
  ...eventTools,
];

const rank = rankTools(subjectTools);

export const tools: Tool[] = [...subjectTools, findToolsIn(subjectTools, rank)];

export const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

const SIMILAR_MAX = 3;

/** The tools that a wrong name probably means: the nearest one, or those that share its words. */
export function similarTools(name: string): string[] {
  const nearest = nearestName(name, [...toolsByName.keys()]);
  return nearest === null ? rank(name.replaceAll("_", " ")).slice(0, SIMILAR_MAX) : [nearest];
}
