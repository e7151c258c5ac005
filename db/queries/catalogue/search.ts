/** The catalogue search: one SQL statement a page, from a table of filters and a table of sorts. */
import { and, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, auctions, listings, uploads } from "../../schema/index.ts";
import { textQuery } from "../text-query.ts";
import { type CatalogueRow, catalogueColumns, isActive } from "./catalogue.ts";

export type SearchFilters = {
  words: string | undefined;
  category: string | undefined;
  priceCentsMin: number | undefined;
  priceCentsMax: number | undefined;
  qualityScoreMin: number | undefined;
  pricingType: string | undefined;
  format: string | undefined;
  tags: string[] | undefined;
  columns: string[] | undefined;
  rowsMin: number | undefined;
  free: boolean | undefined;
  /** Auctions that are open, or still to be opened, and end before. */
  endingBefore: Date | undefined;
  /** Open auctions alone: what a sort by their end is about. */
  openAuctions: boolean;
};

type SearchSort = {
  by: "relevance" | "newest" | "price" | "quality" | "ending";
  reversed: boolean;
};

/** The place of the last row of a page in its sort; `value` is text as Postgres prints it. */
type SearchPlace = { value: string; id: string };

export type SearchPage = {
  filters: SearchFilters;
  sort: SearchSort;
  after: SearchPlace | null;
  limit: number;
  offset: number;
};

export type FoundRow = CatalogueRow & { sortValue: string };

/** Counting stops here: nobody pages through more, and a count of a million rows is slow. */
export const totalCountedMax = 10_000;

/** With more matches than this, relevance ranks the newest of them. */
const rankedMatchesMax = 2_000;

type SortColumn = { expression: SQL; type: SQL; descending: boolean };

function sortColumn({ sort, filters: { words } }: SearchPage): SortColumn {
  const newest = { expression: sql`${listings.publishedAt}`, type: sql`timestamptz` };
  const natural: Record<SearchSort["by"], () => SortColumn> = {
    relevance: () =>
      words === undefined
        ? natural.newest()
        : {
            expression: sql`ts_rank(${listings.searchVector}, ${textQuery(words)})::float8`,
            type: sql`float8`,
            descending: true,
          },
    newest: () => ({ ...newest, descending: true }),
    price: () => ({ expression: sql`${listings.priceCents}`, type: sql`int`, descending: false }),
    quality: () => ({
      expression: sql`coalesce(${listings.qualityScore}, 0)`,
      type: sql`float8`,
      descending: true,
    }),
    ending: () => ({
      expression: sql`${auctions.endsAt}`,
      type: sql`timestamptz`,
      descending: false,
    }),
  };
  const column = natural[sort.by]();
  return sort.reversed ? { ...column, descending: !column.descending } : column;
}

function conditions(filters: SearchFilters): SQL[] {
  const given: (SQL | undefined)[] = [
    isActive,
    when(filters.words, (words) => sql`${listings.searchVector} @@ ${textQuery(words)}`),
    when(filters.category, (category) => sql`${listings.category} = ${category}`),
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
    when(filters.format, (format) => sql`${listings.format} = ${format}`),
    when(filters.tags, (tags) => sql`${listings.tags} @> ${textArray(tags)}`),
    when(filters.columns, (names) => sql`${listings.columnNames} @> ${textArray(names)}`),
    when(filters.rowsMin, (rows) => sql`${listings.rowCount} >= ${rows}`),
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

function textArray(values: string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;
}

/** One page, and how many match in all, counted up to {@link totalCountedMax} and one more. */
export async function searchListings(
  db: Database,
  page: SearchPage,
): Promise<{ rows: FoundRow[]; total: number }> {
  const where = and(...conditions(page.filters));
  const total = await countMatches(db, where);
  if (total === 0) return { rows: [], total };
  const column = sortColumn(page);
  const direction = column.descending ? sql`desc` : sql`asc`;
  const rows = await db
    .select({ ...catalogueColumns, sortValue: sql<string>`(${column.expression})::text` })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id))
    .where(and(where, orderable(page), rankable(db, page, total, where), afterPlace(page, column)))
    .orderBy(sql`${column.expression} ${direction}`, sql`${listings.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
  return { rows, total };
}

async function countMatches(db: Database, where: SQL | undefined): Promise<number> {
  const matches = db
    .select({ id: listings.id })
    .from(listings)
    .where(where)
    .limit(totalCountedMax + 1)
    .as("matches");
  const [row] = await db.select({ total: count() }).from(matches);
  return row?.total ?? 0;
}

/** Says once more what the filter says, of the joined auction: its index then serves the order. */
function orderable({ sort }: SearchPage): SQL | undefined {
  if (sort.by !== "ending") return undefined;
  return and(isNull(auctions.closedAt), isNotNull(auctions.endsAt));
}

/** Ranking reads every match: a word of a tenth of a large catalogue would take a second. */
function rankable(
  db: Database,
  page: SearchPage,
  total: number,
  where: SQL | undefined,
): SQL | undefined {
  if (page.sort.by !== "relevance" || page.filters.words === undefined) return undefined;
  if (total <= rankedMatchesMax) return undefined;
  const newest = db
    .select({ id: listings.id })
    .from(listings)
    .where(where)
    .orderBy(desc(listings.publishedAt), desc(listings.id))
    .limit(rankedMatchesMax);
  return inArray(listings.id, newest);
}

function afterPlace(page: SearchPage, column: SortColumn): SQL | undefined {
  if (page.after === null) return undefined;
  const beyond = column.descending ? sql`<` : sql`>`;
  const { value, id } = page.after;
  return sql`(${column.expression}, ${listings.id}) ${beyond}
    (${value}::${column.type}, ${id}::uuid)`;
}

export type FacetRow = {
  category: string | null;
  format: string | null;
  pricing_type: string | null;
  is_free: boolean | null;
  grouping: number;
  total: number;
};

/** Counts over all matches by category, format, pricing type and price, in one pass. */
export async function countFacets(db: Database, filters: SearchFilters): Promise<FacetRow[]> {
  const free = sql`(${listings.priceCents} = 0)`;
  const rows = await db.execute<FacetRow>(sql`
    select category, format, pricing_type, price_cents = 0 as is_free,
      grouping(category, format, pricing_type, ${free})::int as grouping, count(*)::int as total
    from ${listings} where ${and(...conditions(filters))}
    group by grouping sets ((category), (format), (pricing_type), (${free}))
  `);
  return [...rows];
}
