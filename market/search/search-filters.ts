/** What the parameters of a search ask of a listing: of one that is run, or saved. */
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import { type FilterName, type FilterValues, filterNames } from "./filters.ts";
import type { Sort } from "./rules.ts";
import type { SearchQuery } from "./schemas.ts";

/** Each has its condition in SQL: a filter without one does not compile. A price is one in cents. */
type ConditionName = Exclude<FilterName, "min_price" | "max_price">;

/** All but its words, which are the plan's. Pure. */
export function searchFilters(
  query: SearchQuery,
  sort: Sort,
): Pick<SearchFilters, ConditionName | "open_auctions"> {
  const given = Object.fromEntries(filterNames.map((name) => [name, query[name]] as const));
  const { min_price: minCents, max_price: maxCents, ...others } = given as FilterValues;
  return {
    ...others,
    min_price_cents: minCents ?? query.min_price_cents,
    max_price_cents: maxCents ?? query.max_price_cents,
    open_auctions: sort.by === "ending" ? true : undefined,
  };
}
