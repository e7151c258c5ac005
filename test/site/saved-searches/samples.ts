/** Sample saved searches and their matches, for the tests of each page. */

import { MarketError } from "../../../market/errors.ts";
import { currentOffers } from "../../../market/listing/pricing/offers.ts";
import type { OwnerSearchView } from "../../../market/saved-search/owner-searches.ts";
import type { SearchMatchesView } from "../../../market/saved-search/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import { isoAt, longTitle, sampleId } from "../purchase-samples.ts";

type Match = SearchMatchesView["items"][number];

/** One in each state; their ids are `sampleId(1)` to `sampleId(4)`. */
function sampleSearches(name: string): OwnerSearchView[] {
  const search: OwnerSearchView = {
    id: sampleId(1),
    name,
    parameters: { query: name, max_price: 9.99, format: "csv,parquet", category: ["sensor"] },
    mail: "daily",
    paused: false,
    paused_at: null,
    paused_reason: null,
    paused_detail: null,
    last_matched_at: isoAt(-1),
    created_at: isoAt(-40),
    updated_at: isoAt(-2),
    links: {
      self: "http://localhost/1",
      matches: "http://localhost/2",
      search: "http://localhost",
    },
    agent_name: null,
    match_count: 1_000,
  };
  const paused = { paused: true, paused_at: isoAt(-1) } as const;
  const invalid = { paused_reason: "parameters_invalid", mail: "none" } as const;
  const overrun = { paused_reason: "too_many_matches", agent_name: name } as const;
  const unused = { match_count: 0, last_matched_at: null };
  return [
    search,
    {
      ...search,
      ...paused,
      ...invalid,
      id: sampleId(2),
      parameters: { query: longTitle, no_such_filter: name, free: false, tags: [name] },
      paused_detail: `/parameters/no_such_filter: ${name}`,
    },
    { ...search, ...paused, ...overrun, id: sampleId(3), paused_detail: "Ask for less." },
    { ...search, ...paused, ...unused, id: sampleId(4), paused_reason: "by_request" },
  ];
}

/** Newest first; the second is no longer on sale. */
function sampleMatches(name: string): Match[] {
  const priced = (priceCents: number) => ({
    price_cents: priceCents,
    currency: "usd",
    offers: currentOffers({ priceCents, pricingType: "buy_it_now" }, null, "usd"),
  });
  const dataset = { title: name, ...priced(24_950) } as NonNullable<Match["dataset"]>;
  const match: Match = {
    id: sampleId(60),
    dataset_id: sampleId(50),
    dataset_version: 2,
    matched_at: isoAt(-1),
    dataset,
  };
  return [
    match,
    { ...match, id: sampleId(61), dataset: null },
    { ...match, id: sampleId(62), dataset: { ...dataset, title: longTitle, ...priced(0) } },
  ];
}

export function sampleSearchPages(name: string) {
  const found = (id: string): OwnerSearchView => {
    const search = sampleSearches(name).find((one) => one.id === id);
    if (search !== undefined) return search;
    throw new MarketError("saved_search_not_found", "No such thing.");
  };
  return {
    listSavedSearches: async () => ({ items: sampleSearches(name), total: 87 }),
    getSavedSearch: async (_, id) => found(id),
    listSearchMatches: async (_, id) =>
      found(id).match_count === 0
        ? { items: [], total: 0 }
        : { items: sampleMatches(name), total: 87 },
    saveSearch: async (_, { parameters }) => {
      if (parameters.max_price !== "a lot") return { id: sampleId(1) };
      const detail = "is not an amount with at most two decimals";
      const faults = [{ pointer: "/parameters/max_price", code: "invalid_format", detail }];
      throw new MarketError("invalid_request", "The search does not take these.", { faults });
    },
    saveNewSearch: async () => ({ id: sampleId(1) }),
    changeSearch: async () => undefined,
    pauseSearch: async () => undefined,
    deleteSearch: async () => undefined,
  } satisfies Partial<AccountUseCases>;
}
