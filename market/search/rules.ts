/** The order of search results. Pure. */
import type { SearchQuery, SortName } from "./schemas.ts";

export type Sort = { by: SortName; reversed: boolean };

type SortParameters = Pick<SearchQuery, "sort" | "query" | "joinable_with">;

export function chooseSort(query: SortParameters): Sort {
  if (query.sort === undefined) {
    const newest = query.joinable_with === undefined ? "newest" : "overlap";
    return { by: query.query === undefined ? newest : "relevance", reversed: false };
  }
  const reversed = query.sort.startsWith("-");
  return { by: (reversed ? query.sort.slice(1) : query.sort) as SortName, reversed };
}
