/** The columns of a deleted draft. */
import { licenseColumns } from "./license-columns.ts";
import { noProvenance } from "./provenance/rules.ts";
import { noFactsYet } from "./rules.ts";

/** Nothing that the seller wrote remains. */
export const emptiedDraft = {
  title: "",
  description: "",
  tags: [] as string[],
  ...licenseColumns(null),
  pricingType: "buy_it_now",
  priceCents: 0,
  auctionTerms: null,
  distributions: "full",
  schemaFormat: null,
  ...noProvenance,
  ...noFactsYet,
  currentUploadId: null,
} as const;
