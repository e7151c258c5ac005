import { access } from "./access/contract.ts";
import { operators } from "./account/contract.ts";
import { agents, ownAgents } from "./agent/contract.ts";
import { analytics } from "./analytics/contract.ts";
import { auctions } from "./auction/contract.ts";
import { auditLog } from "./audit/contract.ts";
import { bundles } from "./bundle/contract.ts";
import { catalogue } from "./catalogue/contract.ts";
import { datasetFiles } from "./catalogue/folder/contract.ts";
import { previews } from "./catalogue/preview/contract.ts";
import { profiles } from "./catalogue/profiles/contract.ts";
import { collections } from "./collection/contract.ts";
import { coupons } from "./coupon/contract.ts";
import { deliveries } from "./delivery/contract.ts";
import { discovery, problemCodes } from "./discovery/contract.ts";
import { earnings } from "./earnings/contract.ts";
import { events } from "./event/contract.ts";
import { follows } from "./follow/contract.ts";
import { listings } from "./listing/contract.ts";
import { imports } from "./listing/import/contract.ts";
import { uploads } from "./listing/upload/contract.ts";
import { messages } from "./message/contract.ts";
import { privateOffers } from "./private-offer/contract.ts";
import { purchases } from "./purchase/contract.ts";
import { purchaseDisputes, saleDisputes } from "./purchase/dispute/contract.ts";
import { waitingPurchases } from "./purchase/waiting/contract.ts";
import { purchaseAcceptances, saleAcceptances } from "./query/acceptance/contract.ts";
import { queries } from "./query/contract.ts";
import { matching } from "./query/matching/contract.ts";
import { recommendations } from "./recommendation/contract.ts";
import { reports } from "./report/contract.ts";
import { dataRequests } from "./request/contract.ts";
import { reviews } from "./review/contract.ts";
import { savedSearches } from "./saved-search/contract.ts";
import { search } from "./search/contract.ts";
import { sellers } from "./seller/contract.ts";
import { subscriptions } from "./subscription/contract.ts";
import { webhooks } from "./webhook/contract.ts";

export const contracts = [
  operators,
  agents,
  ownAgents,
  auctions,
  auditLog,
  catalogue,
  datasetFiles,
  collections,
  discovery,
  earnings,
  analytics,
  events,
  listings,
  previews,
  uploads,
  imports,
  messages,
  privateOffers,
  coupons,
  bundles,
  access,
  purchases,
  deliveries,
  problemCodes,
  profiles,
  purchaseDisputes,
  saleDisputes,
  purchaseAcceptances,
  saleAcceptances,
  waitingPurchases,
  subscriptions,
  queries,
  matching,
  recommendations,
  reports,
  dataRequests,
  reviews,
  savedSearches,
  follows,
  search,
  sellers,
  webhooks,
];
