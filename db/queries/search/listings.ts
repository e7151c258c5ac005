/** Search results: one SQL statement per page, built from the filters and a table of sorts. */
import { and, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { prepared } from "../../prepared.ts";
import { agents, auctions, listings, uploads } from "../../schema/index.ts";
import { type CatalogueRow, catalogueColumns, isActive } from "../catalogue/catalogue.ts";
import { uuidArray } from "./arrays.ts";
import { conditions, type SearchFilters } from "./filters.ts";
import { matches } from "./terms.ts";

type SearchSort = {
  by: "relevance" | "newest" | "price" | "quality" | "ending" | "overlap";
  reversed: boolean;
};

/** The last row's place in the sort; `value` is text as Postgres prints it. */
type SearchPlace = { value: string; id: string };

/** The definition of a result set, the same for its page, total and facets. */
export type Listed = {
  filters: SearchFilters;
  /** A tsquery that every result matches. */
  words: string | null;
  /** Chosen by a ranking, at most some 2,000. */
  ids: string[] | null;
  /** Excludes later publications, because paging started before them. */
  publishedUntil: Date | null;
};

export type SearchPage = {
  listed: Listed;
  sort: SearchSort;
  after: SearchPlace | null;
  limit: number;
  offset: number;
};

export type FoundRow = CatalogueRow & { sortValue: string };

/** Largest total: nobody pages further, and counting a million rows is slow. */
export const totalCountedMax = 10_000;

/** The result set as conditions on the table of listings. */
export function listedConditions({ filters, words, ids, publishedUntil }: Listed): SQL[] {
  const given = [
    ...conditions(filters),
    words === null ? undefined : matches(words),
    ids === null ? undefined : sql`${listings.id} = any(${uuidArray(ids)})`,
    publishedUntil === null ? undefined : publishedBy(publishedUntil),
  ];
  return given.filter((condition) => condition !== undefined);
}

/** Paging shows the catalogue as at its start, so new listings do not shift later pages. */
function publishedBy(instant: Date): SQL {
  return sql`${listings.publishedAt} <= ${instant.toISOString()}::timestamptz`;
}

type SortColumn = { expression: SQL; type: SQL; descending: boolean };

/**
 * Relevance was ranked before (market/search/ranking/rank.ts); without words it means newest first.
 */
function sortColumn({ sort, listed }: SearchPage): SortColumn {
  const newest = {
    expression: sql`${listings.publishedAt}`,
    type: sql`timestamptz`,
    descending: true,
  };
  const natural: Record<SearchSort["by"], () => SortColumn> = {
    relevance: () => newest,
    newest: () => newest,
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
    overlap: () => ({
      expression: sql`array_position(${uuidArray(listed.filters.among ?? [])}, ${listings.id})`,
      type: sql`int`,
      descending: false,
    }),
  };
  const column = natural[sort.by]();
  return sort.reversed ? { ...column, descending: !column.descending } : column;
}

/**
 * One page of results. Selected by ctid before the joins, because otherwise every matching listing
 * would be joined to its file, seller and auction.
 */
export async function listPage(db: Database, page: SearchPage): Promise<FoundRow[]> {
  const column = sortColumn(page);
  const direction = column.descending ? sql`desc` : sql`asc`;
  const order = sql`${column.expression} ${direction}, ${listings.id} ${direction}`;
  const where = and(...listedConditions(page.listed), orderable(page), afterPlace(page, column));
  const chosen = sql`select ${listings}.ctid from ${listings} ${joined(page)}
    where ${where} order by ${order} limit ${page.limit} offset ${page.offset}`;
  return catalogueRows(db, sql<string>`(${column.expression})::text`)
    .where(sql`${listings}.ctid = any(array(${chosen}))`)
    .orderBy(order);
}

/** The further tables that the sort needs. */
function joined({ sort }: SearchPage): SQL {
  if (sort.by !== "ending") return sql``;
  return sql`join ${auctions} on ${auctions.listingId} = ${listings.id}`;
}

/** Built once, because writing its seventy columns takes longer than reading the rows. */
const idsStatements = new WeakMap<Database, ReturnType<typeof idsStatement>>();

function idsStatement(db: Database) {
  const isAsked = sql`${prepared} ${listings.id} = any(${sql.placeholder("ids")}::uuid[])`;
  return catalogueRows(db, sql<string>`''`)
    .where(and(isAsked, isActive))
    .prepare("listings_of_ids");
}

/** Those of the ids that are still on sale, in the given order; at most one page. */
export async function readListings(db: Database, ids: string[]): Promise<FoundRow[]> {
  if (ids.length === 0) return [];
  const statement = idsStatements.get(db) ?? idsStatement(db);
  idsStatements.set(db, statement);
  const rows = await statement.execute({ ids: `{${ids.join()}}` });
  const byId = new Map(rows.map((row) => [row.listing.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

function catalogueRows(db: Database, sortValue: SQL<string>) {
  return db
    .select({ ...catalogueColumns, sortValue })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .innerJoin(uploads, eq(uploads.id, listings.currentUploadId))
    .leftJoin(auctions, eq(auctions.listingId, listings.id));
}

/** Number of results, counted up to {@link totalCountedMax} plus one. */
export async function countListed(db: Database, listed: Listed): Promise<number> {
  const found = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(...listedConditions(listed)))
    .limit(totalCountedMax + 1)
    .as("matches");
  const [row] = await db.select({ total: count() }).from(found);
  return row?.total ?? 0;
}

/** Repeats the filter's condition on the joined auction, whose index then serves the sort. */
function orderable({ sort }: SearchPage): SQL | undefined {
  if (sort.by !== "ending") return undefined;
  return and(isNull(auctions.closedAt), isNotNull(auctions.endsAt));
}

function afterPlace(page: SearchPage, column: SortColumn): SQL | undefined {
  if (page.after === null) return undefined;
  const beyond = column.descending ? sql`<` : sql`>`;
  const { value, id } = page.after;
  return sql`(${column.expression}, ${listings.id}) ${beyond}
    (${value}::${column.type}, ${id}::uuid)`;
}
