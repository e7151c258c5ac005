/** The search of the catalogue. */
import {
  countFacets,
  type FacetRow,
  type FoundRow,
  type SearchFilters,
  type SearchPage,
  searchListings,
  totalCountedMax,
} from "../../db/queries/catalogue/search.ts";
import { mendWords } from "../../db/queries/catalogue/search-words.ts";
import type { Context } from "../context.ts";
import { viewDataset } from "./dataset-view.ts";
import { chooseSort, decodeCursor, encodeCursor, mayBeMisspelt, type Sort } from "./rules.ts";
import type { SearchQuery, SearchView } from "./schemas.ts";

/**
 * Searches the catalogue (docs/interface.md, search). Words that match nothing are mended by the words
 * of the catalogue and searched again. Errors: invalid_request for a foreign cursor.
 */
export async function searchDatasets(ctx: Context, query: SearchQuery): Promise<SearchView> {
  const sort = chooseSort(query);
  const sortKey = `${sort.reversed ? "-" : ""}${sort.by}`;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor, sortKey);
  const { limit, offset } = query;
  const page = { filters: searchFilters(query, sort), sort, after, limit: limit + 1, offset };
  const { rows, total, filters, correctedQuery } = await searchMending(ctx, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last !== undefined
      ? encodeCursor({ sort: sortKey, value: last.sortValue, id: last.listing.id })
      : null;
  const facets = query.facets === true ? await countFacets(ctx.db, filters) : null;
  return {
    items: shown.map((row) => viewDataset(ctx, row)),
    pagination: {
      limit,
      offset,
      total: Math.min(total, totalCountedMax),
      total_is_exact: total <= totalCountedMax,
      has_more: hasMore,
      next_cursor: nextCursor,
    },
    match: correctedQuery === null ? "exact" : "similar",
    corrected_query: correctedQuery,
    ...(facets === null ? {} : { facets: viewFacets(facets) }),
  };
}

type Found = { rows: FoundRow[]; total: number; filters: SearchFilters };

async function searchMending(
  ctx: Context,
  page: SearchPage,
): Promise<Found & { correctedQuery: string | null }> {
  const { filters } = page;
  const exact = { ...(await searchListings(ctx.db, page)), filters, correctedQuery: null };
  const { words } = filters;
  if (exact.total > 0 || words === undefined || !mayBeMisspelt(words)) return exact;
  const mended = await mendWords(ctx.db, words);
  if (mended === words.toLowerCase()) return exact;
  const similarFilters = { ...filters, words: mended };
  const similar = await searchListings(ctx.db, { ...page, filters: similarFilters });
  if (similar.total === 0) return exact;
  return { ...similar, filters: similarFilters, correctedQuery: mended };
}

function searchFilters(query: SearchQuery, sort: Sort): SearchFilters {
  return {
    // Postgres takes "rain,wind" for a phrase; people mean two words.
    words: query.query?.replaceAll(",", " "),
    category: query.category,
    priceCentsMin: query.min_price ?? query.min_price_cents,
    priceCentsMax: query.max_price ?? query.max_price_cents,
    qualityScoreMin: query.min_quality_score,
    pricingType: query.pricing_type,
    format: query.format,
    tags: query.tags,
    columns: query.columns,
    rowsMin: query.min_rows,
    free: query.free,
    endingBefore: query.ending_before === undefined ? undefined : new Date(query.ending_before),
    openAuctions: sort.by === "ending",
  };
}

/** `grouping` has one bit a column, set where the row does not group by it (Postgres, GROUPING). */
const facetOfGrouping: Record<number, "category" | "format" | "pricing_type" | "price"> = {
  7: "category",
  11: "format",
  13: "pricing_type",
  14: "price",
};

function viewFacets(rows: FacetRow[]): NonNullable<SearchView["facets"]> {
  const facets: NonNullable<SearchView["facets"]> = {
    category: {},
    format: {},
    pricing_type: {},
    price: {},
  };
  for (const row of rows) {
    const facet = facetOfGrouping[row.grouping];
    if (facet === undefined) continue;
    const price = row.is_free === true ? "free" : "paid";
    const value = facet === "price" ? price : (row[facet] ?? "unknown");
    facets[facet][value] = row.total;
  }
  return facets;
}
