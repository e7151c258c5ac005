/** What an address asks the search for: what it cannot take is left out and told. */

import { type SearchQuery, searchQuery } from "../../../market/search/schemas.ts";
import { readQuery } from "../../../platform/query-parameters.ts";

/** What a page of the catalogue asks for, unless its address says otherwise. */
const shown = { limit: "20", facets: "true" };

export type ReadSearch = {
  query: SearchQuery;
  /** The parameters that hold. */
  parameters: URLSearchParams;
  faults: { name: string; value: string; reason: string }[];
};

type Issue = { code?: string; keys?: string[]; path: PropertyKey[]; message: string };

/** All faults of a pass are left out at once: what is checked of values together comes in a second one. */
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
  if (code === "unrecognized_keys") return keys.map((name) => ({ name, reason: "is no filter" }));
  return [{ name: String(path[0]), reason: message }];
}

function kept(given: URLSearchParams, asked: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams([...given].filter(([name]) => name in asked));
}
