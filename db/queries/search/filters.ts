/**
 * The filters of a search, one row each: its SQL condition, and whether a saved search can store
 * it.
 */
import { type SQL, sql } from "drizzle-orm";
import { auctions, listings } from "../../schema/index.ts";
import type { BoxRanges } from "../../vocabulary/facts.ts";
import type { ColumnAsk } from "../../vocabulary/search.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { isInPublicCollection } from "../collections/items.ts";
import { textArray, uuidArray } from "./arrays.ts";
import { hasColumns } from "./column-facts.ts";

/** `YYYY-MM-DD`: data with some day between the two. */
type Period = { covers_from?: string | undefined; covers_to?: string | undefined };

type Condition<Value> = {
  meets(value: Value, period: Period): SQL | undefined;
  /**
   * How a saved search's stored value is read, and its condition; null if the filter cannot be
   * stored and matches must be checked by a search. Without `meets`: part of the period's
   * condition.
   */
  stored: { type: string; meets: ((value: SQL) => SQL) | null } | null;
};

/** The same condition for a parameter and a stored value. */
function one<Value extends string | number>(
  type: string,
  meets: (value: SQL) => SQL,
): Condition<Value> {
  return { meets: (value) => meets(sql`${value}`), stored: { type, meets } };
}

function list(meets: (values: SQL) => SQL): Condition<string[]> {
  return { meets: (values) => meets(textArray(values)), stored: { type: "text[]", meets } };
}

/** A single value becomes an equation, which an index can serve in its order. */
function among(column: typeof listings.category | typeof listings.format): Condition<string[]> {
  const isAny = (values: SQL) => sql`${column} = any(${values})`;
  return {
    meets: (values) =>
      values.length === 1 ? sql`${column} = ${values[0]}` : isAny(textArray(values)),
    stored: { type: "text[]", meets: isAny },
  };
}

const unstored = <Value>(meets: (value: Value) => SQL): Condition<Value> => ({
  meets,
  stored: null,
});

/** By their names in the query. Listings with an unknown value are not found. */
const rows = {
  /** Chosen before, at most some hundreds, best first. */
  among: unstored((ids: readonly string[]) => sql`${listings.id} = any(${uuidArray(ids)})`),
  category: among(listings.category),
  format: among(listings.format),
  min_price_cents: one<number>("bigint", (cents) => sql`${listings.priceCents} >= ${cents}`),
  max_price_cents: one<number>("bigint", (cents) => sql`${listings.priceCents} <= ${cents}`),
  min_quality_score: one<number>(
    "float8",
    (score) => sql`coalesce(${listings.qualityScore}, 0) >= ${score}`,
  ),
  pricing_type: one<string>("text", (type) => sql`${listings.pricingType} = ${type}`),
  seller: one<string>("uuid", (id) => sql`${listings.agentId} = ${id}`),
  collection: one<string>("uuid", isInPublicCollection),
  updated_since: one<string>(
    "timestamptz",
    (since) =>
      sql`coalesce(${listings.versionPublishedAt}, ${listings.publishedAt}) >= ${since}::timestamptz`,
  ),
  min_rows: one<number>("bigint", (rows) => sql`${listings.rowCount} >= ${rows}`),
  max_rows: one<number>("bigint", (rows) => sql`${listings.rowCount} <= ${rows}`),
  min_bytes: one<number>("bigint", (bytes) => sql`${listings.byteSize} >= ${bytes}`),
  max_bytes: one<number>("bigint", (bytes) => sql`${listings.byteSize} <= ${bytes}`),
  tags: list((tags) => sql`${listings.tags} @> ${tags}`),
  country: list((codes) => sql`${listings.countries} && ${codes}`),
  language: list((codes) => sql`${listings.languages} && ${codes}`),
  license: list((terms) => sql`${listings.licenseTerms} && ${terms}`),
  columns: unstored((asks: ColumnAsk[]) => hasColumns(asks)),
  covers_from: {
    meets: (from: string, { covers_to: to }: Period) => coversPeriod(from, to),
    stored: { type: "date", meets: null },
  },
  covers_to: {
    meets: (to: string, { covers_from: from }: Period) =>
      from === undefined ? coversPeriod(undefined, to) : undefined,
    stored: { type: "date", meets: null },
  },
  bbox: unstored(overlapsBox),
  has_personal_data: {
    meets: (has: boolean) =>
      has ? sql`${listings.hasPersonalData}` : sql`not ${listings.hasPersonalData}`,
    stored: { type: "boolean", meets: (has: SQL) => sql`${listings.hasPersonalData} = ${has}` },
  },
  free: {
    meets: (free: boolean) =>
      free ? sql`${listings.priceCents} = 0` : sql`${listings.priceCents} > 0`,
    stored: { type: "boolean", meets: (free: SQL) => sql`(${listings.priceCents} = 0) = ${free}` },
  },
  /** Only open auctions: for the sort by auction end. */
  open_auctions: unstored((_: true) => amongAuctions(sql`true`)),
  /** Auctions, open or upcoming, that end before the time. */
  ending_before: unstored((before: string) => amongAuctions(sql`ends_at < ${before}::timestamptz`)),
};

type Values = { [Name in keyof typeof rows]: Parameters<(typeof rows)[Name]["meets"]>[0] };
type Name = keyof Values;

export type SearchFilters = { [One in Name]?: Values[One] | undefined };

const conditionOf: { [One in Name]: Condition<Values[One]> } = rows;
const names = Object.keys(rows) as Name[];

/** The conditions that an active listing must meet. */
export function conditions(filters: SearchFilters): SQL[] {
  const given = names.map((name) => condition(name, filters));
  return [isActive, ...given.filter((one) => one !== undefined)];
}

function condition<One extends Name>(name: One, filters: SearchFilters): SQL | undefined {
  const value: Values[One] | undefined = filters[name];
  return value === undefined ? undefined : conditionOf[name].meets(value, filters);
}

/** The filters that a saved search stores. */
export const storedConditions = names.flatMap((name) => {
  const { stored } = conditionOf[name];
  return stored === null ? [] : [{ name, ...stored }];
});

/**
 * A closed period uses its index. A half-open one matches many listings, so it is written such that
 * column statistics let the planner start with the other conditions; it has none for the index's
 * expression.
 */
export function coversPeriod(
  from: string | SQL | undefined,
  to: string | SQL | undefined,
): SQL | undefined {
  if (from === undefined) {
    return to === undefined ? undefined : sql`${listings.coversFrom} <= ${to}::date`;
  }
  if (to === undefined) return sql`${listings.coversTo} >= ${from}::date`;
  // The search words may give a start after the requested end; no data has such a period.
  return sql`(${listings.coversFrom} is not null
    and daterange(${listings.coversFrom}, ${listings.coversTo}, '[]') && case
      when ${from}::date <= ${to}::date then daterange(${from}::date, ${to}::date, '[]')
      else 'empty'::daterange end)`;
}

function overlapsBox({ latitudes, longitudes }: BoxRanges): SQL {
  return sql`(${listings.latitudes} && ${latitudes}::int4range
    and ${listings.longitudes} && ${longitudes}::int4multirange)`;
}

/** Whether the listing's open auction is among these few, which are looked up one by one. */
function amongAuctions(condition: SQL): SQL {
  return sql`${listings.id} = any(array(
    select listing_id from ${auctions} where closed_at is null and ${condition}))`;
}
