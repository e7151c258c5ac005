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

/** With more countries than this, a list of the most frequent ones is not complete. */
const fewCountriesMax = 4;

export type Places = {
  /** From its data; null if unknown. */
  countries: readonly string[] | null;
  /** From its text. */
  namedCountries: ReadonlySet<string>;
  /** Countries whose nationality its text names: `Swiss`. It may also be a language. */
  nationalities: ReadonlySet<string>;
  /** It is about countries in general, or has a column with them. */
  isWorldwide: boolean;
};

export type CountryMatch =
  | { kind: "data" | "text" | "unnamed" | "unknown" }
  | { kind: "others"; others: readonly string[] };

/**
 * How a dataset matches the asked countries. `others`: it is about other ones. `unnamed`: its words were
 * searched for the name (`lacksName`), and nothing says that it is about many countries.
 */
export function matchCountries(
  asked: readonly string[],
  lacksName: boolean,
  { countries, namedCountries, nationalities, isWorldwide }: Places,
): CountryMatch {
  const isAsked = (code: string) => asked.includes(code);
  if (countries?.some(isAsked) === true) return { kind: "data" };
  if ([...namedCountries].some(isAsked)) return { kind: "text" };
  if ([...nationalities].some(isAsked)) return { kind: "unknown" };
  const others = countries !== null && countries.length > 0 ? countries : [...namedCountries];
  if (others.length > 0 && others.length <= fewCountriesMax) return { kind: "others", others };
  if (lacksName && !isWorldwide && others.length === 0) return { kind: "unnamed" };
  return { kind: "unknown" };
}

/** Whether a word, or each of several, belongs to a country's name in `countryWords`, in lower case. */
export function isOfCountry(typed: string, countryWords: ReadonlySet<string>): boolean {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => countryWords.has(word));
}
