/** Words of an English query that name a place or a person: a dataset of another place is no answer. */
import { countriesIn } from "../../facts/countries.ts";
import { languageOf } from "./filler.ts";
import { readWords, tokensOf } from "./tokens.ts";

/** `Tokyo`, but neither `GPS`, whose column may have another name, nor `S&P`. */
const capitalised = /^\p{Lu}\p{Ll}[\p{L}\p{M}'’-]+$/u;

/** `French` and `Japanese` data often say France or Japan, which are judged as countries. */
const demonym = /(?:an|ese|ish|ch)s?$/u;

export type NamedInQuery = {
  /** Places and persons, as typed: a match has to mention them. */
  names: ReadonlySet<string>;
  /** These and the words of countries, which a dataset of the world covers without naming them. */
  places: ReadonlySet<string>;
};

/** Names are known only in English, unless in title case: elsewhere every noun may be capitalised. */
export function namesIn(query: string): NamedInQuery {
  const words = readWords(query);
  const typed = words.filter(({ kind }) => kind === "word").map((word) => word.typed);
  const { words: ofCountries } = countriesIn(query);
  const countries = typed.filter((word) => ofCountries.has(word.toLowerCase()));
  const others = typed.slice(1);
  const areMany = 2 * others.filter((word) => /^\p{Lu}/u.test(word)).length > typed.length;
  const isKnown = !areMany && languageOf(query, tokensOf(words)) === "en";
  const names = (isKnown ? others : []).filter(
    (word) => capitalised.test(word) && !demonym.test(word) && !countries.includes(word),
  );
  return { names: new Set(names), places: new Set([...names, ...countries]) };
}
