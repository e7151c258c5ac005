/** What may be asked of a listing, and the condition of each in SQL. */
import { type SQL, sql } from "drizzle-orm";
import type { BoxRanges } from "../../../market/facts/box-ranges.ts";
import type { ColumnAsk } from "../../../market/search/column-asks.ts";
import { auctions, listings } from "../../schema/index.ts";
import { isActive } from "../catalogue/catalogue.ts";
import { textArray, uuidArray } from "./arrays.ts";
import { hasColumns } from "./column-facts.ts";

export type SearchFilters = {
  /** Any of these, here and in the other lists but `tags` and `columns`. */
  categories: string[] | undefined;
  priceCentsMin: number | undefined;
  priceCentsMax: number | undefined;
  qualityScoreMin: number | undefined;
  pricingType: string | undefined;
  formats: string[] | undefined;
  tags: string[] | undefined;
  columns: ColumnAsk[] | undefined;
  /** `YYYY-MM-DD`; data of a day between the two are asked for. */
  coversFrom: string | undefined;
  coversTo: string | undefined;
  box: BoxRanges | undefined;
  countries: string[] | undefined;
  languages: string[] | undefined;
  licenseTerms: string[] | undefined;
  sellerId: string | undefined;
  /** ISO 8601. */
  updatedSince: string | undefined;
  rowsMin: number | undefined;
  rowsMax: number | undefined;
  bytesMin: number | undefined;
  bytesMax: number | undefined;
  hasPersonalData: boolean | undefined;
  free: boolean | undefined;
  /** Auctions that are open, or still to be opened, and end before. */
  endingBefore: Date | undefined;
  /** Open auctions alone: what a sort by their end is about. */
  openAuctions: boolean;
  /** Chosen before, some hundreds at most, the best first. */
  among?: readonly string[] | undefined;
};

/** What an active listing must hold to be found. */
export function conditions(filters: SearchFilters): SQL[] {
  const given: (SQL | undefined)[] = [
    isActive,
    when(filters.among, (ids) => sql`${listings.id} = any(${uuidArray(ids)})`),
    when(filters.categories, (categories) => isAmong(listings.category, categories)),
    when(filters.priceCentsMin, (cents) => sql`${listings.priceCents} >= ${cents}`),
    when(
      filters.priceCentsMax,
      (cents) =>
        sql`${listings.priceCents} <= ${cents} and (${listings.pricingType} <> 'auction' or ${auctionOf(sql`next_minimum_cents <= ${cents}`)})`,
    ),
    when(
      filters.qualityScoreMin,
      (score) => sql`coalesce(${listings.qualityScore}, 0) >= ${score}`,
    ),
    when(filters.pricingType, (type) => sql`${listings.pricingType} = ${type}`),
    when(filters.formats, (formats) => isAmong(listings.format, formats)),
    when(filters.tags, (tags) => sql`${listings.tags} @> ${textArray(tags)}`),
    when(filters.columns, hasColumns),
    ...factConditions(filters),
    when(filters.sellerId, (id) => sql`${listings.agentId} = ${id}`),
    when(filters.rowsMin, (rows) => sql`${listings.rowCount} >= ${rows}`),
    when(filters.rowsMax, (rows) => sql`${listings.rowCount} <= ${rows}`),
    when(filters.bytesMin, (bytes) => sql`${listings.byteSize} >= ${bytes}`),
    when(filters.bytesMax, (bytes) => sql`${listings.byteSize} <= ${bytes}`),
    when(filters.free, (free) =>
      free ? sql`${listings.priceCents} = 0` : sql`${listings.priceCents} > 0`,
    ),
    filters.openAuctions ? amongAuctions(sql`true`) : undefined,
    when(filters.endingBefore, (before) =>
      amongAuctions(sql`ends_at < ${before.toISOString()}::timestamptz`),
    ),
  ];
  return given.filter((condition) => condition !== undefined);
}

/** What is computed from the data and the licence. What is not known of a listing is not found. */
function factConditions(filters: SearchFilters): (SQL | undefined)[] {
  return [
    coversPeriod(filters.coversFrom, filters.coversTo),
    when(filters.box, touchesBox),
    when(filters.countries, (codes) => sql`${listings.countries} && ${textArray(codes)}`),
    when(filters.languages, (codes) => sql`${listings.languages} && ${textArray(codes)}`),
    when(filters.licenseTerms, (terms) => sql`${listings.licenseTerms} && ${textArray(terms)}`),
    when(
      filters.updatedSince,
      (since) =>
        sql`coalesce(${listings.versionPublishedAt}, ${listings.publishedAt}) >= ${since}::timestamptz`,
    ),
    when(filters.hasPersonalData, (has) =>
      has ? sql`${listings.hasPersonalData}` : sql`not ${listings.hasPersonalData}`,
    ),
  ];
}

/**
 * A period with both ends is found by its index. One that is open finds much: its statistics let the
 * planner begin with what else is asked, which it would not know of the index's expression.
 */
function coversPeriod(from: string | undefined, to: string | undefined): SQL | undefined {
  if (from === undefined) return when(to, (day) => sql`${listings.coversFrom} <= ${day}::date`);
  if (to === undefined) return sql`${listings.coversTo} >= ${from}::date`;
  return sql`(${listings.coversFrom} is not null
    and daterange(${listings.coversFrom}, ${listings.coversTo}, '[]')
      && daterange(${from}::date, ${to}::date, '[]'))`;
}

function touchesBox({ latitudes, longitudes }: BoxRanges): SQL {
  return sql`(${listings.latitudes} && ${latitudes}::int4range
    and ${listings.longitudes} && ${longitudes}::int4multirange)`;
}

/** One value as an equation, which an index can serve in its order. */
function isAmong(column: typeof listings.category | typeof listings.format, values: string[]): SQL {
  const [only] = values;
  if (values.length === 1) return sql`${column} = ${only}`;
  return sql`${column} = any(${textArray(values)})`;
}

/** That the listing's open auction is among these: few, so that they are looked up one by one. */
function amongAuctions(condition: SQL): SQL {
  return sql`${listings.id} = any(array(
    select listing_id from ${auctions} where closed_at is null and ${condition}))`;
}

/** That the listing has an auction of which this holds; read only where nothing else excludes it. */
function auctionOf(condition: SQL): SQL {
  return sql`exists (select from ${auctions} where listing_id = ${listings.id} and ${condition})`;
}

function when<T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
