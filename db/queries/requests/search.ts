/** Public data requests, filtered and paged. */
import { and, arrayOverlaps, eq, gte, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, dataRequests } from "../../schema/index.ts";
import type { CategoryId } from "../../vocabulary/listing.ts";
import type { DataRequestState } from "../../vocabulary/request.ts";
import { textQuery } from "../text-query.ts";
import { type DataRequestDetail, dataRequestFields, isInState, isPublic } from "./data-requests.ts";

type DataRequestFilters = {
  words: string | undefined;
  category: CategoryId | undefined;
  /** Lower-case names; any of them matches. */
  columns: string[] | undefined;
  format: string | undefined;
  budgetCentsMin: number | undefined;
  state: DataRequestState;
  postedSince: Date | undefined;
  expiresBefore: Date | undefined;
  now: Date;
};

export type DataRequestPage = {
  filters: DataRequestFilters;
  sort: "newest" | "budget" | "expiring";
  /** The last row of the previous page; `value` is text as Postgres prints it. */
  after: { value: string; id: string } | null;
  limit: number;
  offset: number;
};

export type FoundDataRequest = DataRequestDetail & { sortValue: string };

/** Largest count, as in the search of the catalogue. */
export const dataRequestsCountedMax = 10_000;

type SortColumn = { expression: SQL; type: SQL; descending: boolean };

const sortColumns: Record<DataRequestPage["sort"], SortColumn> = {
  newest: {
    expression: sql`${dataRequests.createdAt}`,
    type: sql`timestamptz`,
    descending: true,
  },
  budget: {
    expression: sql`coalesce(${dataRequests.budgetCents}, -1)`,
    type: sql`int`,
    descending: true,
  },
  expiring: {
    expression: sql`${dataRequests.expiresAt}`,
    type: sql`timestamptz`,
    descending: false,
  },
};

/**
 * One page, and the total number of matches, counted up to {@link dataRequestsCountedMax} plus one.
 */
export async function searchDataRequests(
  db: Database,
  page: DataRequestPage,
): Promise<{ rows: FoundDataRequest[]; total: number }> {
  const where = conditions(page.filters);
  const { expression, type, descending } = sortColumns[page.sort];
  const direction = descending ? sql`desc` : sql`asc`;
  const beyond = descending ? sql`<` : sql`>`;
  const after =
    page.after === null
      ? undefined
      : sql`(${expression}, ${dataRequests.id}) ${beyond} (${page.after.value}::${type}, ${page.after.id}::uuid)`;
  const sortValue = sql<string>`(${expression})::text`;
  const found = db
    .select({ ...dataRequestFields(db), sortValue })
    .from(dataRequests)
    .innerJoin(accounts, eq(accounts.id, dataRequests.accountId))
    .where(and(where, after))
    .orderBy(sql`${expression} ${direction}`, sql`${dataRequests.id} ${direction}`)
    .limit(page.limit)
    .offset(page.offset);
  const [total, rows] = await Promise.all([countMatches(db, where), found]);
  return { rows, total };
}

async function countMatches(db: Database, where: SQL | undefined): Promise<number> {
  const matches = db
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .innerJoin(accounts, eq(accounts.id, dataRequests.accountId))
    .where(where)
    .limit(dataRequestsCountedMax + 1)
    .as("matches");
  return db.$count(matches);
}

function conditions(filters: DataRequestFilters): SQL | undefined {
  const { words, category, columns, format, budgetCentsMin, postedSince, expiresBefore } = filters;
  const { formats } = dataRequests;
  return and(
    isPublic,
    isInState(filters.state, filters.now),
    words === undefined ? undefined : sql`${dataRequests.searchVector} @@ ${textQuery(words)}`,
    category === undefined
      ? undefined
      : or(eq(dataRequests.category, category), isNull(dataRequests.category)),
    columns === undefined || columns.length === 0
      ? undefined
      : arrayOverlaps(dataRequests.columnNames, columns),
    format === undefined
      ? undefined
      : or(sql`${formats} = '{}'`, sql`${formats} @> array[${format}]::text[]`),
    budgetCentsMin === undefined ? undefined : gte(dataRequests.budgetCents, budgetCentsMin),
    postedSince === undefined ? undefined : gte(dataRequests.createdAt, postedSince),
    expiresBefore === undefined ? undefined : lt(dataRequests.expiresAt, expiresBefore),
  );
}
