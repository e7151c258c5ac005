/**
 * Every refusal of the API, the storage edge and the MCP server: its status, its title, what it means
 * and what to do. The edges only translate it.
 */

import { accessProblems } from "./access-problems.ts";
import { auctionProblems } from "./auction-problems.ts";
import { bundleProblems } from "./bundle-problems.ts";
import { catalogueProblems } from "./catalogue-problems.ts";
import { collectionProblems } from "./collection-problems.ts";
import { couponProblems } from "./coupon-problems.ts";
import { credentialProblems } from "./credential-problems.ts";
import { dataRequestProblems } from "./data-request-problems.ts";
import { deliveryProblems } from "./delivery-problems.ts";
import { followProblems } from "./follow-problems.ts";
import { listingProblems } from "./listing-problems.ts";
import { privateOfferProblems } from "./private-offer-problems.ts";
import { purchaseProblems } from "./purchase-problems.ts";
import { queryProblems } from "./query-problems.ts";
import { requestProblems } from "./request-problems.ts";
import { reviewProblems } from "./review-problems.ts";
import { savedSearchProblems } from "./saved-search-problems.ts";
import { serviceProblems } from "./service-problems.ts";
import { storageProblems } from "./storage-problems.ts";
import { webhookProblems } from "./webhook-problems.ts";

export const problems = {
  ...requestProblems,
  ...credentialProblems,
  ...catalogueProblems,
  ...queryProblems,
  ...savedSearchProblems,
  ...deliveryProblems,
  ...followProblems,
  ...collectionProblems,
  ...purchaseProblems,
  ...privateOfferProblems,
  ...couponProblems,
  ...bundleProblems,
  ...accessProblems,
  ...auctionProblems,
  ...listingProblems,
  ...dataRequestProblems,
  ...reviewProblems,
  ...webhookProblems,
  ...storageProblems,
  ...serviceProblems,
};

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
