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

/**
 * Conditions of one value each, as SQL of the value: a parameter of a search, or a field of one that is
 * saved (`db/queries/saved-searches/stored-filters.ts`). What is not known of a listing is not found.
 */
export const valueConditions = {
  categories: (names: SQL) => sql`${listings.category} = any(${names})`,
  priceCentsMin: (cents: SQL) => sql`${listings.priceCents} >= ${cents}`,
  priceCentsMax: (cents: SQL) => sql`${listings.priceCents} <= ${cents}`,
  qualityScoreMin: (score: SQL) => sql`coalesce(${listings.qualityScore}, 0) >= ${score}`,
  pricingType: (type: SQL) => sql`${listings.pricingType} = ${type}`,
  formats: (names: SQL) => sql`${listings.format} = any(${names})`,
  tags: (tags: SQL) => sql`${listings.tags} @> ${tags}`,
  countries: (codes: SQL) => sql`${listings.countries} && ${codes}`,
  languages: (codes: SQL) => sql`${listings.languages} && ${codes}`,
  licenseTerms: (terms: SQL) => sql`${listings.licenseTerms} && ${terms}`,
  sellerId: (id: SQL) => sql`${listings.agentId} = ${id}`,
  updatedSince: (since: SQL) =>
    sql`coalesce(${listings.versionPublishedAt}, ${listings.publishedAt}) >= ${since}::timestamptz`,
  rowsMin: (rows: SQL) => sql`${listings.rowCount} >= ${rows}`,
  rowsMax: (rows: SQL) => sql`${listings.rowCount} <= ${rows}`,
  bytesMin: (bytes: SQL) => sql`${listings.byteSize} >= ${bytes}`,
  bytesMax: (bytes: SQL) => sql`${listings.byteSize} <= ${bytes}`,
} satisfies Partial<Record<keyof SearchFilters, (value: SQL) => SQL>>;

/** What an active listing must hold to be found. */
export function conditions(filters: SearchFilters): SQL[] {
  const given: (SQL | undefined)[] = [
    isActive,
    when(filters.among, (ids) => sql`${listings.id} = any(${uuidArray(ids)})`),
    when(filters.categories, (names) => isAmong(listings.category, names)),
    when(filters.formats, (names) => isAmong(listings.format, names)),
    ...byValue(filters),
    when(filters.columns, hasColumns),
    coversPeriod(filters.coversFrom, filters.coversTo),
    when(filters.box, touchesBox),
    when(filters.hasPersonalData, (has) =>
      has ? sql`${listings.hasPersonalData}` : sql`not ${listings.hasPersonalData}`,
    ),
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

const scalars = [
  "priceCentsMin",
  "priceCentsMax",
  "qualityScoreMin",
  "pricingType",
  "sellerId",
  "updatedSince",
  "rowsMin",
  "rowsMax",
  "bytesMin",
  "bytesMax",
] as const;
const lists = ["tags", "countries", "languages", "licenseTerms"] as const;

function byValue(filters: SearchFilters): (SQL | undefined)[] {
  return [
    ...scalars.map((name) => when(filters[name], (value) => valueConditions[name](sql`${value}`))),
    ...lists.map((name) => when(filters[name], (all) => valueConditions[name](textArray(all)))),
  ];
}

/**
 * A period with both ends is found by its index. One that is open finds much: its statistics let the
 * planner begin with what else is asked, which it would not know of the index's expression.
 */
export function coversPeriod(
  from: string | SQL | undefined,
  to: string | SQL | undefined,
): SQL | undefined {
  if (from === undefined) return when(to, (day) => sql`${listings.coversFrom} <= ${day}::date`);
  if (to === undefined) return sql`${listings.coversTo} >= ${from}::date`;
  // Words may name a beginning behind the end that was asked for: no data is of such a period.
  return sql`(${listings.coversFrom} is not null
    and daterange(${listings.coversFrom}, ${listings.coversTo}, '[]') && case
      when ${from}::date <= ${to}::date then daterange(${from}::date, ${to}::date, '[]')
      else 'empty'::daterange end)`;
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

function when<T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
