/** Which terms of a published listing may change, when and how often. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { ColumnDescriptions, PricingType } from "../../../db/vocabulary/listing.ts";
import { dayMs, secondsUntil } from "../../../platform/time.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import { isFree } from "../../pricing.ts";
import type { Refusal } from "../../refusal.ts";
import { LISTING_CHANGES_PER_DAY_MAX, PRICE_CHANGES_PER_DAY_MAX } from "../limits.ts";
import { offeringFaults, planFaults, trialFaults } from "../pricing/rules.ts";
import type { AuctionBody, Plan, Trial } from "../pricing/schemas.ts";
import { type Provenance, provenanceColumns } from "../provenance/rules.ts";
import { offeredAuction } from "../rules.ts";
import type { ListingPatch } from "./schemas.ts";

/** The terms that a buyer reads and pays by, as stored in the row. */
export type Terms = Provenance & {
  title: string;
  description: string;
  category: string;
  tags: string[];
  license: string | null;
  priceCents: number;
  plans: Plan[];
  trial: Trial | null;
  columnDescriptions: ColumnDescriptions | null;
  contract: AcceptanceTerms | null;
};

const wireNames = {
  title: "title",
  description: "description",
  category: "category",
  tags: "tags",
  license: "license",
  priceCents: "price_cents",
  plans: "plans",
  trial: "trial",
  sourceUrl: "source_url",
  citation: "citation",
  collectionMethod: "collection_method",
  updateFrequency: "update_frequency",
  licenseUrl: "license_url",
  columnDescriptions: "column_descriptions",
  contract: "contract",
} as const satisfies Record<keyof Terms, keyof ListingPatch>;

export type ChangedField = (typeof wireNames)[keyof Terms];

/** The terms after the change, and the wire names of the fields whose value changed. */
export function changedTerms(
  before: Terms,
  patch: ListingPatch,
): { terms: Terms; fields: ChangedField[] } {
  const { title, description, category, tags, license, contract, plans, trial } = patch;
  const sent = {
    ...{ title, description, category, tags, license, contract, plans, trial },
    priceCents: patch.price_cents,
    ...provenanceColumns(patch),
  };
  const names = Object.keys(wireNames) as (keyof Terms)[];
  const pairs = names.map((name) => [name, sent[name] === undefined ? before[name] : sent[name]]);
  const terms: Terms = Object.fromEntries(pairs);
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], terms[name]));
  return { terms, fields: changed.map((name) => wireNames[name]) };
}

type Sale = { pricingType: PricingType; priceCents: number; auctionTerms: AuctionBody | null };

/** Why the price can never become this one; empty if it can. */
export function priceRefusals(sale: Sale, priceCents: number, now: Date): Refusal[] {
  if (priceCents === sale.priceCents) return [];
  const pointer = "/price_cents";
  const { pricingType, auctionTerms } = sale;
  if (pricingType === "auction") {
    const detail = "It is sold by auction, and its start price was fixed when it was published.";
    return [{ code: "price_not_changeable", pointer, detail }];
  }
  const after = { priceCents, pricingType };
  if (isFree(sale) !== isFree(after)) {
    const detail = isFree(sale)
      ? "It is free, and its public sample and profile were made for that."
      : "It has a price, and its sample and profile were made for that.";
    return [{ code: "price_not_changeable", pointer, detail }];
  }
  const auction = auctionTerms === null ? null : offeredAuction(auctionTerms);
  return offeringFaults({ ...after, auction, plans: null, trial: null, rowCount: null }, now)
    .filter((fault) => fault.pointer === pointer)
    .map(({ detail }) => ({ code: "invalid_request", pointer, detail }));
}

/** Why these plans and this trial cannot be offered; empty if they can. */
export function offerRefusals(
  sale: { pricingType: PricingType; priceCents: number; rowCount: number | null },
  { plans, trial }: Pick<Terms, "plans" | "trial">,
): Refusal[] {
  const faults = [...planFaults({ ...sale, plans }), ...trialFaults({ ...sale, trial })];
  return faults.map(({ pointer, detail }) => ({ code: "invalid_request", pointer, detail }));
}

type PastChange = { changedAt: Date; priceCents: number | null };

const allowances = {
  any: { what: "changes of a listing", max: LISTING_CHANGES_PER_DAY_MAX },
  price: { what: "changes of its price", max: PRICE_CHANGES_PER_DAY_MAX },
} as const;

/** Whether one more change exceeds the limit of 24 hours; `past` has the latest first. */
export function frequencyRefusal(
  past: readonly PastChange[],
  fields: readonly ChangedField[],
  now: Date,
): Refusal | null {
  const recent = past.filter(({ changedAt }) => now.getTime() - changedAt.getTime() < dayMs);
  const prices = recent.filter(({ priceCents }) => priceCents !== null);
  const spent = [fields.includes("price_cents") ? refuseBeyond("price", prices, now) : null];
  return [...spent, refuseBeyond("any", recent, now)].find((found) => found !== null) ?? null;
}

function refuseBeyond(
  kind: keyof typeof allowances,
  recent: readonly PastChange[],
  now: Date,
): Refusal | null {
  const { what, max } = allowances[kind];
  const oldest = recent[max - 1];
  if (oldest === undefined) return null;
  return {
    code: "rate_limited",
    detail: `A seller may make ${max} ${what} in 24 h.`,
    retryAfterSeconds: secondsUntil(oldest.changedAt.getTime() + dayMs, now),
  };
}

/** Whether a saved search that did not match the listing before may match it now. */
export function mayMatchAnew(
  before: Pick<Terms, "priceCents">,
  after: Pick<Terms, "priceCents">,
  fields: readonly ChangedField[],
): boolean {
  return fields.some((field) => field !== "price_cents") || after.priceCents < before.priceCents;
}

const embeddedFields: readonly ChangedField[] = ["title", "description", "tags"];

/** Whether the change affects the listing's embedding vector. */
export function changesMeaning(fields: readonly ChangedField[]): boolean {
  return fields.some((field) => embeddedFields.includes(field));
}
