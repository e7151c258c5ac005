/** The conditions of a search's parameters, for a search that runs or is saved. */
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import { type FilterName, type FilterValues, filterNames } from "./filters.ts";
import type { Sort } from "./rules.ts";
import type { SearchQuery } from "./schemas.ts";

/** Each has its SQL condition, which the compiler checks. Prices are compared in cents. */
type ConditionName = Exclude<FilterName, "min_price" | "max_price">;

/** All parameters except the words, which are in the plan. Pure. */
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
