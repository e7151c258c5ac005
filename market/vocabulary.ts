/** The fixed words of the marketplace. The client gave the categories (docs/interface.md, categories-set). */

export const categories = [
  { id: "geographic", name: "Geographic", description: "Places, boundaries, routes and maps" },
  { id: "pricing", name: "Pricing", description: "Prices of goods and services over time" },
  { id: "sensor", name: "Sensor", description: "Measurements of devices and instruments" },
  { id: "images", name: "Images", description: "Pictures and their annotations" },
  { id: "text", name: "Text", description: "Documents, messages and other language" },
  { id: "financial", name: "Financial", description: "Markets, companies and economies" },
  { id: "scientific", name: "Scientific", description: "Experiments, observations and models" },
  { id: "social", name: "Social", description: "People, populations and their behaviour" },
  { id: "retail", name: "Retail", description: "Shops, products and customers" },
  { id: "other", name: "Other", description: "Whatever fits nowhere else" },
] as const;

export type CategoryId = (typeof categories)[number]["id"];

export const categoryIds = categories.map((category) => category.id) as [
  CategoryId,
  ...CategoryId[],
];

/** How often data are collected anew. */
export const updateFrequencies = [
  "continuous",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "quarterly",
  "yearly",
  "irregular",
  "never",
] as const;
export type UpdateFrequency = (typeof updateFrequencies)[number];

export const pricingTypes = ["buy_it_now", "auction", "hybrid"] as const;
export type PricingType = (typeof pricingTypes)[number];

export const listingStatuses = ["draft", "active", "sold", "withdrawn", "suspended"] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/**
 * payment_pending: the charge's outcome is not known yet. in_escrow: charged, held by the platform.
 * disputed: held until an administrator decides. released: the seller's. refunded: the buyer's.
 * payment_failed, cancelled (by its buyer) and expired: no money moved.
 */
export const purchaseStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
  "payment_failed",
  "cancelled",
  "expired",
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** Those in which something was bought, or is about to be: of the others no money moved. */
export const boughtStates: readonly PurchaseState[] = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
];

/** What the card's bank says of a charge that it disputed. */
export type ChargebackState = "open" | "won" | "lost";

/** Kinds of personal data that are told in cells. */
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
