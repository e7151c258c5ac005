/** A saved search's stored filters find the same datasets as the search itself. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { and, sql } from "drizzle-orm";
import { meetsStored, storedFilters } from "../../../db/queries/saved-searches/stored-filters.ts";
import { conditions } from "../../../db/queries/search/filters.ts";
import { listings } from "../../../db/schema/index.ts";
import { readParameters } from "../../../market/saved-search/compile-search.ts";
import { readListings } from "../../search/support/corpus.ts";
import { insertCorpus } from "../../search/support/insert-corpus.ts";
import { testApi } from "../../support/api.ts";

setDefaultTimeout(60_000);

const api = await testApi();
await insertCorpus(api.ctx, readListings());

const [seller] = await api.db.select({ id: listings.agentId }).from(listings).limit(1);

const stored: Record<string, unknown>[] = [
  {},
  { category: ["geographic", "pricing"] },
  { category: "geographic", format: "csv" },
  { min_price: "10" },
  { max_price: "10" },
  { min_price: "2", max_price: "90.50" },
  { min_quality_score: 0 },
  { min_quality_score: 0.5 },
  { pricing_type: "buy_it_now" },
  { pricing_type: "auction" },
  { format: ["csv", "json"] },
  { tags: ["weather"] },
  { covers_from: "1990" },
  { covers_to: "1950" },
  { covers_from: "1960-05-01", covers_to: "1999" },
  { query: "elections since 2024", covers_to: "2020" },
  { country: ["US", "FR"] },
  { language: "fr" },
  { license: ["mit", "gpl"] },
  { license: "allows-commercial-use" },
  { seller: seller?.id },
  { updated_since: "2026-09-01" },
  { min_rows: 1000 },
  { max_rows: 1000 },
  { min_rows: 100, max_rows: 500, free: false },
  { min_bytes: 1 },
  { max_bytes: 100_000 },
  { has_personal_data: true },
  { has_personal_data: false },
  { free: true },
  { query: "countries as csv, free, more than 100 rows" },
];

async function idsWhere(condition: ReturnType<typeof sql> | undefined): Promise<string[]> {
  const active = sql`${listings.status} = 'active'`;
  const found = await api.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(active, condition));
  return found.map(({ id }) => id).sort();
}

function filtersOf(parameters: Record<string, unknown>) {
  const given = Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined),
  );
  const read = readParameters(given, api.ctx.now());
  if (read.kind === "invalid") throw new Error(JSON.stringify([parameters, read.faults]));
  return read.search.filters;
}

test("each filter by itself, and several together", async () => {
  let found = 0;
  for (const parameters of stored) {
    const filters = filtersOf(parameters);
    const kept = storedFilters(filters);
    expect([parameters, kept]).not.toEqual([parameters, null]);
    const ids = await idsWhere(meetsStored(sql`${JSON.stringify(kept)}::text::jsonb`));
    expect([parameters, ids]).toEqual([parameters, await idsWhere(and(...conditions(filters)))]);
    if (ids.length > 0) found += 1;
  }
  expect(found).toBeGreaterThan(stored.length / 2);
});

test("columns, a place and open auctions are read from the parameters each time", () => {
  for (const parameters of [{ columns: "lat" }, { bbox: "1,2,3,4" }, { sort: "ending" }]) {
    expect(storedFilters(filtersOf(parameters))).toBeNull();
  }
});
