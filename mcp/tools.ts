import type { Tool } from "./tool.ts";
import { auctionTools } from "./tools/auctions.ts";
import { catalogueTools } from "./tools/catalogue.ts";
import { disputeTools } from "./tools/disputes.ts";
import { earningTools } from "./tools/earnings.ts";
import { eventTools } from "./tools/events.ts";
import { messageTools } from "./tools/messages.ts";
import { operatorTools } from "./tools/operators.ts";
import { purchaseTools } from "./tools/purchases.ts";
import { requestTools } from "./tools/requests.ts";
import { reviewTools } from "./tools/reviews.ts";
import { savedSearchTools } from "./tools/saved-searches.ts";
import { sellingTools } from "./tools/selling.ts";
import { waitingPurchaseTools } from "./tools/waiting-purchases.ts";

export const tools: Tool[] = [
  ...catalogueTools,
  ...operatorTools,
  ...purchaseTools,
  ...waitingPurchaseTools,
  ...disputeTools,
  ...auctionTools,
  ...messageTools,
  ...reviewTools,
  ...requestTools,
  ...sellingTools,
  ...earningTools,
  ...savedSearchTools,
  ...eventTools,
];

export const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
