/** Finds datasets of other countries than those that a query names. */
import type { CatalogueRow } from "../../db/queries/catalogue/catalogue.ts";
import { eachInSlices } from "../../platform/yield-to-others.ts";
import { countriesIn } from "../facts/countries.ts";
import { placesIn } from "./interpret/places.ts";
import type { WordsMatched } from "./match-words.ts";
import { isOfCountry, matchCountries } from "./rules.ts";

/** The texts of so many take a few milliseconds. */
const rowsOfSlice = 4;

/** The matches that are about other countries, or name none. */
export type ElsewhereMatches = {
  /** Whether a match is about other countries; of one that is not on the page, whether it may be. */
  has(id: string): boolean;
};

const nowhere: ElsewhereMatches = { has: () => false };

/** `query`: as typed. Only matches that lack a country's name are judged, by their data and texts. */
export async function findElsewhere(
  query: string,
  words: WordsMatched | null,
  rows: readonly CatalogueRow[],
): Promise<ElsewhereMatches> {
  const { codes, words: countryWords } = countriesIn(query);
  if (codes.size === 0 || words === null) return nowhere;
  const { terms, matches } = words;
  const names = new Set(
    terms.flatMap(({ typed }, index) => (isOfCountry(typed, countryWords) ? [index] : [])),
  );
  const lacksName = (id: string) =>
    matches.get(id)?.missing.some((index) => names.has(index)) === true;
  const judged = new Map<string, boolean>();
  await eachInSlices(rows, rowsOfSlice, ({ listing }) => {
    const { id, title, tags, description, countries } = listing;
    if (!lacksName(id)) return;
    const text = [title, tags.join(" "), description].join(". ");
    const places = { countries, ...placesIn(text, listing.columnNames ?? []) };
    const { kind } = matchCountries([...codes], true, places);
    judged.set(id, kind === "others" || kind === "unnamed");
  });
  return { has: (id) => judged.get(id) ?? lacksName(id) };
}
