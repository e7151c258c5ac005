/** Finds datasets on sale that match a data request, with the catalogue's search. */
import { type DatasetItem, datasetItem } from "../catalogue/schemas.ts";
import { SEARCH_NAMES_MAX } from "../limits.ts";
import { askByName } from "../search/column-asks.ts";
import { plainWords } from "../search/plain-words.ts";
import { type SearchQuery, searchQuery } from "../search/schemas.ts";
import { DATA_REQUEST_MATCHES_MAX } from "./limits.ts";
import { columnName } from "./rules.ts";
import type { DataRequestView, MatchView, unmetWishes } from "./schemas.ts";

export type RequestedData = Pick<
  DataRequestView,
  "title" | "category" | "columns" | "formats" | "min_rows" | "budget_cents"
>;
type UnmetWish = (typeof unmetWishes)[number];

/** The catalogue's search, passed in by the edge because use cases must not call each other. */
export type Search = (query: SearchQuery) => Promise<{ items: DatasetItem[] }>;

/**
 * Matching datasets, best first: those with every wanted column, then matches only by words.
 * Within each search, datasets that meet more criteria come first.
 */
export async function findMatches(search: Search, wish: RequestedData): Promise<MatchView[]> {
  const found = new Map<string, MatchView>();
  for (const query of matchQueries(wish)) {
    const { items } = await search(query);
    const hasColumns = query.columns !== undefined || wish.columns.length === 0;
    const matches = items.map((dataset) => ({
      // The explanation of the search's match does not apply to the request.
      dataset: datasetItem.parse(dataset),
      unmet: unmetOf(wish, dataset, hasColumns),
    }));
    const byUnmet = matches.toSorted((a, b) => a.unmet.length - b.unmet.length);
    for (const match of byUnmet) {
      if (!found.has(match.dataset.id)) found.set(match.dataset.id, match);
    }
  }
  return [...found.values()].slice(0, DATA_REQUEST_MATCHES_MAX);
}

/**
 * From the narrowest search to the widest. A request may contain values that no search accepts, such as a
 * column name that is too long in lower case; then the other criteria are used.
 */
function matchQueries(wish: RequestedData): SearchQuery[] {
  const common = { query: plainWords(wish.title), limit: String(DATA_REQUEST_MATCHES_MAX) };
  if (!isAskable(common)) return [];
  const asks = new Set(wish.columns.map((column) => askByName(columnName(column))));
  const askable = [...asks].filter((ask) => isAskable({ columns: ask }));
  const columns = askable.slice(0, SEARCH_NAMES_MAX).join(",");
  const within = wish.budget_cents === null ? {} : { max_price_cents: String(wish.budget_cents) };
  const queries = [
    ...(columns === "" ? [] : [{ ...common, ...within, columns }]),
    { ...common, ...within },
    ...(wish.budget_cents === null ? [] : [common]),
  ];
  return queries.map((query) => searchQuery.parse(query));
}

const isAskable = (query: Record<string, string>): boolean => searchQuery.safeParse(query).success;

/** `hasColumns`: the wanted columns found it, or none is wanted. */
function unmetOf(wish: RequestedData, dataset: DatasetItem, hasColumns: boolean): UnmetWish[] {
  const { budget_cents: budget, category, formats, min_rows: rowsMin } = wish;
  const isUnmet: Record<UnmetWish, boolean> = {
    budget: budget !== null && (dataset.offers.pay_now_cents ?? 0) > budget,
    category: category !== null && dataset.category !== category,
    columns: !hasColumns,
    formats: formats.length > 0 && !formats.includes(dataset.format ?? ""),
    min_rows: rowsMin !== null && (dataset.row_count ?? 0) < rowsMin,
  };
  const names = Object.keys(isUnmet) as UnmetWish[];
  return names.filter((name) => isUnmet[name]);
}
