/** Compiles a saved search's parameters: its words, its filters, and the terms by which publications find it. */
import type { Database } from "../../db/client.ts";
import {
  type CommonShares,
  readCommonShares,
  readQueryTree,
} from "../../db/queries/saved-searches/compile.ts";
import {
  type StoredFilters,
  storedFilters,
} from "../../db/queries/saved-searches/stored-filters.ts";
import type { SearchFilters } from "../../db/queries/search/filters.ts";
import { type FieldFault, MarketError } from "../errors.ts";
import { readingsOf } from "../search/choose-reading.ts";
import type { SearchPlan } from "../search/plan.ts";
import { readTerms } from "../search/ranking/read-terms.ts";
import { allOf, requiredTerms, termQuery } from "../search/ranking/terms.ts";
import { chooseSort } from "../search/rules.ts";
import { searchQuery } from "../search/schemas.ts";
import { searchFilters } from "../search/search-filters.ts";
import { validationWords } from "../validation-words.ts";
import { queryStringValues } from "./parameters.ts";
import {
  everyListing,
  lexemesOf,
  type Requirement,
  rarest,
  requiredWords,
} from "./required-terms.ts";

/** The search's reading of parameters: words and filters. */
export type ReadSearch = { plan: SearchPlan; filters: SearchFilters };

export type ReadParameters =
  | { kind: "valid"; search: ReadSearch }
  | { kind: "invalid"; faults: FieldFault[] };

/** Joinable columns are known only after a listing went on sale, so a publication cannot match them. */
const joinFault: FieldFault = {
  pointer: "/parameters/joinable_with",
  code: "not_saved",
  detail:
    "a saved search cannot ask for joinable datasets: omit it, and search for them from time to time",
};

/** Reads stored parameters by today's rules of the search. */
export function readParameters(parameters: Record<string, unknown>, now: Date): ReadParameters {
  const parsed = searchQuery.safeParse(queryStringValues(parameters), { error: validationWords });
  if (parsed.success) {
    const { data } = parsed;
    if (data.joinable_with !== undefined) return { kind: "invalid", faults: [joinFault] };
    // The strictest reading: its exact matches are what the search would show first.
    const [reading] = readingsOf(data, now);
    if (reading === undefined) throw new Error("a query has no reading");
    const filters = searchFilters(reading.query, chooseSort(data));
    return { kind: "valid", search: { plan: reading.plan, filters } };
  }
  const faults = parsed.error.issues.map((issue) => ({
    pointer: ["/parameters", ...issue.path.map(String)].join("/"),
    code: issue.code,
    detail:
      issue.code === "unrecognized_keys" ? `${issue.keys.join(", ")}: unknown` : issue.message,
  }));
  return { kind: "invalid", faults };
}

/** Errors: invalid_request, for parameters that the search itself would refuse. */
export function requireSearch(parameters: Record<string, unknown>, now: Date): ReadSearch {
  const read = readParameters(parameters, now);
  if (read.kind === "valid") return read.search;
  const detail = "The search does not accept these parameters.";
  throw new MarketError("invalid_request", detail, { faults: read.faults });
}

export type CompiledSearch = {
  /** A tsquery as text that an exact match satisfies. Null: no words. */
  words: string | null;
  filters: StoredFilters | null;
  terms: string[];
};

/** Matches nothing: the words were only stop words or signs. */
const noWords = "";

/** The estimated rarity of a filter's value without statistics. */
const valueShares = { s: 0.0005, x: 0.05, l: 0.2, r: 0.2, c: 0.1, f: 0.2, y: 0.3, p: 0.5 };
/** The share of a value that is not among the common ones. */
const rareShare = 0.0001;

/** The search's query and its terms: the rarest by the catalogue's statistics. */
export async function compileSearch(
  db: Database,
  { plan, filters }: ReadSearch,
  now: Date,
): Promise<CompiledSearch> {
  const words = await exactWords(db, plan, now);
  const stored = storedFilters(filters);
  if (words === noWords) return { words, filters: stored, terms: [] };
  const tree = words === null ? "" : await readQueryTree(db, words);
  const columns = (filters.columns ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
  const asked = { lexemes: lexemesOf(tree), tags: filters.tags ?? [], columns };
  const shares = await readCommonShares(db, asked);
  const byWords = requiredWords(tree, (lexeme) => shares.words.get(lexeme) ?? rareShare);
  const { terms } = rarest([
    ...(byWords === null ? [] : [byWords]),
    ...requiredValues(filters, shares),
    everyListing,
  ]);
  return { words, filters: stored, terms: [...new Set(terms)] };
}

/** All words that an exact match requires, each in any of its alternatives. */
async function exactWords(db: Database, plan: SearchPlan, now: Date): Promise<string | null> {
  const { terms, excluded } = await readTerms(db, plan, { corrections: {}, now });
  const isFiltered = plan.interpreted.length > 0;
  const required = requiredTerms(terms, isFiltered);
  const queries = [...required.map(termQuery), ...excluded.map((query) => `!(${query})`)];
  if (queries.length > 0) return allOf(queries);
  return plan.concepts.length + plan.phrases.length > 0 && !isFiltered ? noWords : null;
}

function requiredValues(filters: SearchFilters, shares: CommonShares): Requirement[] {
  const any = (kind: keyof typeof valueShares, values: string[] | undefined): Requirement[] => {
    if (values === undefined || values.length === 0) return [];
    const terms = values.map((value) => `${kind}:${value}`);
    return [{ terms, share: Math.min(1, values.length * valueShares[kind]) }];
  };
  const shareOf = (known: Map<string, number>, value: string) => known.get(value) ?? rareShare;
  const byTag = (filters.tags ?? []).map((tag) => ({
    terms: [`t:${tag}`],
    share: shareOf(shares.tags, tag),
  }));
  const byColumn = (filters.columns ?? []).map(({ name, facts }) => ({
    terms: [...(name === null ? [] : [`k:${name}`]), ...facts.map((fact) => `m:${fact}`)],
    share: (name === null ? 0 : shareOf(shares.columns, name)) + facts.length * rareShare,
  }));
  const { seller, pricing_type: pricingType, free } = filters;
  return [
    ...byTag,
    ...byColumn,
    ...any("s", seller === undefined ? undefined : [seller]),
    ...any("x", filters.country),
    ...any("l", filters.language),
    ...any("r", filters.license),
    ...any("c", filters.category),
    ...any("f", filters.format),
    ...any("y", pricingType === undefined ? undefined : [pricingType]),
    ...any("p", free === undefined ? undefined : [free ? "free" : "paid"]),
  ];
}
