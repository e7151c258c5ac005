/** Every tool, in the order in which a client lists them. */
import type { Tool } from "./tool.ts";
import { auctionTools } from "./tools/auctions.ts";
import { catalogueTools } from "./tools/catalogue.ts";
import { eventTools } from "./tools/events.ts";
import { messageTools } from "./tools/messages.ts";
import { purchaseTools } from "./tools/purchases.ts";
import { sellingTools } from "./tools/selling.ts";

export const tools: Tool[] = [
  ...catalogueTools,
  ...purchaseTools,
  ...auctionTools,
  ...messageTools,
  ...sellingTools,
  ...eventTools,
];

export const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));
