/**
 * The marketplace's fixed vocabulary that is not stored in columns; `db/vocabulary/` has the rest.
 */

import { type CategoryId, categoryIds } from "../db/vocabulary/listing.ts";
import type { PurchaseState } from "../db/vocabulary/purchase.ts";

const categoryWords: Record<CategoryId, { name: string; description: string }> = {
  geographic: { name: "Geographic", description: "Places, boundaries, routes and maps" },
  pricing: { name: "Pricing", description: "Prices of goods and services over time" },
  sensor: { name: "Sensor", description: "Measurements of devices and instruments" },
  images: { name: "Images", description: "Pictures and their annotations" },
  text: { name: "Text", description: "Documents, messages and other language" },
  financial: { name: "Financial", description: "Markets, companies and economies" },
  scientific: { name: "Scientific", description: "Experiments, observations and models" },
  social: { name: "Social", description: "People, populations and their behaviour" },
  retail: { name: "Retail", description: "Shops, products and customers" },
  other: { name: "Other", description: "Anything that fits nowhere else" },
};

export const categories = categoryIds.map((id) => ({ id, ...categoryWords[id] }));

/** States of a purchase with a payment, finished or pending; in all others no money moved. */
export const boughtStates: readonly PurchaseState[] = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
];

/** Kinds of personal data that are detected in cells. */
export const piiKinds = [
  "email",
  "phone",
  "payment_card",
  "iban",
  "ip_address",
  "mac_address",
  "us_ssn",
  "national_id",
  "secret",
] as const;
