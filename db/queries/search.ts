/** The catalogue search: one SQL statement a page, from a table of filters and a table of sorts. */
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { agents, listings, uploads } from "../schema/index.ts";
import { type CatalogueRow, catalogueColumns, isActive } from "./catalogue.ts";

export type MatchMode = "exact" | "similar";

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
};

export type SearchSort = { by: "relevance" | "newest" | "price" | "quality"; reversed: boolean };

/** The place of the last row of a page in its sort; `value` is text as Postgres prints it. */
export type SearchPlace = { value: string; id: string };

export type SearchPage = {
  filters: SearchFilters;
  mode: MatchMode;
  sort: SearchSort;
  after: SearchPlace | null;
  limit: number;
  offset: number;
};

export type FoundRow = CatalogueRow & { sortValue: string };

/** How alike a word and a text have to be, 0 to 1, before a misspelling counts as found. */
const wordSimilarityMin = 0.4;

const textQuery = (words: string) => sql`websearch_to_tsquery('english', ${words})`;

const wordConditions: Record<MatchMode, (words: string) => SQL> = {
  exact: (words) => sql`${listings.searchVector} @@ ${textQuery(words)}`,
  similar: (words) => sql`${words.toLowerCase()} <% ${listings.searchText}`,
};

const relevance: Record<MatchMode, (words: string) => SQL> = {
  exact: (words) => sql`ts_rank(${listings.searchVector}, ${textQuery(words)})::float8`,
  similar: (words) => sql`word_similarity(${words.toLowerCase()}, ${listings.searchText})::float8`,
};

type SortColumn = { expression: SQL; type: SQL; descending: boolean };

function sortColumn(page: SearchPage): SortColumn {
  const { words } = page.filters;
  const natural: Record<SearchSort["by"], () => SortColumn> = {
    relevance: () =>
      words === undefined
        ? natural.newest()
        : { expression: relevance[page.mode](words), type: sql`float8`, descending: true },
    newest: () => ({
      expression: sql`${listings.publishedAt}`,
      type: sql`timestamptz`,
      descending: true,
    }),
    price: () => ({ expression: sql`${listings.priceCents}`, type: sql`int`, descending: false }),
    quality: () => ({
      expression: sql`coalesce(${listings.qualityScore}, 0)`,
      type: sql`float8`,
      descending: true,
    }),
  };
  const column = natural[page.sort.by]();
  return page.sort.reversed ? { ...column, descending: !column.descending } : column;
}

function conditions(filters: SearchFilters, mode: MatchMode): SQL[] {
  const given: (SQL | undefined)[] = [
    isActive,
    when(filters.words, wordConditions[mode]),
    when(filters.category, (category) => sql`${listings.category} = ${category}`),
    when(filters.priceCentsMin, (cents) => sql`${listings.priceCents} >= ${cents}`),
    when(filters.priceCentsMax, (cents) => sql`${listings.priceCents} <= ${cents}`),
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
  ];
  return given.filter((condition) => condition !== undefined);
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

/** One page and the number of all matches. */
export async function searchListings(
  db: Database,
  page: SearchPage,
): Promise<{ rows: FoundRow[]; total: number }> {
  const where = and(...conditions(page.filters, page.mode));
  const column = sortColumn(page);
  const direction = column.descending ? sql`desc` : sql`asc`;
  const after =
    page.after === null
      ? undefined
      : sql`(${column.expression}, ${listings.id}) ${column.descending ? sql`<` : sql`>`}
          (${page.after.value}::${column.type}, ${page.after.id}::uuid)`;
  return inMode(db, page.mode, async (tx) => {
    const [totals] = await tx.select({ total: count() }).from(listings).where(where);
    const total = totals?.total ?? 0;
    if (total === 0) return { rows: [], total };
    const rows = await tx
      .select({ ...catalogueColumns, sortValue: sql<string>`(${column.expression})::text` })
      .from(listings)
      .innerJoin(agents, eq(agents.id, listings.agentId))
      .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
      .where(and(where, after))
      .orderBy(sql`${column.expression} ${direction}`, sql`${listings.id} ${direction}`)
      .limit(page.limit)
      .offset(page.offset);
    return { rows, total };
  });
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
export async function countFacets(
  db: Database,
  filters: SearchFilters,
  mode: MatchMode,
): Promise<FacetRow[]> {
  const free = sql`(${listings.priceCents} = 0)`;
  return inMode(db, mode, async (tx) => {
    const rows = await tx.execute<FacetRow>(sql`
      select category, format, pricing_type, price_cents = 0 as is_free,
        grouping(category, format, pricing_type, ${free})::int as grouping, count(*)::int as total
      from ${listings} where ${and(...conditions(filters, mode))}
      group by grouping sets ((category), (format), (pricing_type), (${free}))
    `);
    return [...rows];
  });
}

/** The similarity threshold is a setting of the session: it is set for one transaction alone. */
function inMode<T>(db: Database, mode: MatchMode, read: (tx: Database) => Promise<T>): Promise<T> {
  if (mode === "exact") return read(db);
  return db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${`${wordSimilarityMin}`}, true)`,
    );
    return read(tx);
  });
}
