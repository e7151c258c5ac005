/** Reads a search from an address. Invalid parameters are left out and reported. */

import { type SearchQuery, searchQuery } from "../../../market/search/schemas.ts";
import { readQuery } from "../../../platform/query-parameters.ts";

/** The page's defaults. */
const shown = { limit: "12", facets: "true" };

export type ReadSearch = {
  query: SearchQuery;
  /** The valid parameters. */
  parameters: URLSearchParams;
  faults: { name: string; value: string; reason: string }[];
};

type Issue = { code?: string; keys?: string[]; path: PropertyKey[]; message: string };

/**
 * Each pass drops all parameters with faults. A further pass finds faults of parameters in
 * combination.
 */
const passesMax = 3;

export function readSearch(given: URLSearchParams): ReadSearch {
  const faults: ReadSearch["faults"] = [];
  let asked = readQuery(given);
  for (let pass = 0; pass < passesMax; pass += 1) {
    const result = searchQuery.safeParse({ ...shown, ...asked });
    if (result.success) return { query: result.data, parameters: kept(given, asked), faults };
    const found = result.error.issues.flatMap(faultsOf);
    for (const { name, reason } of found) {
      if (!(name in asked)) continue;
      faults.push({ name, value: String(asked[name]), reason });
      delete asked[name];
    }
  }
  asked = {};
  return { query: searchQuery.parse(shown), parameters: kept(given, asked), faults };
}

function faultsOf({ code, keys = [], path, message }: Issue): { name: string; reason: string }[] {
  if (code === "unrecognized_keys")
    return keys.map((name) => ({ name, reason: "is not a filter" }));
  return [{ name: String(path[0]), reason: message }];
}

function kept(given: URLSearchParams, asked: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams([...given].filter(([name]) => name in asked));
}
