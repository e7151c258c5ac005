/** Alternatives of a word: synonyms, broader words, and translations between four languages. */
import { foldWord } from "../interpret/tokens.ts";
import { inflectionsOf, nounsOf, splitCompound } from "./inflections.ts";
import { lookUp, type ThesaurusEntry, type ThesaurusLanguage } from "./thesaurus.ts";

const languages: readonly ThesaurusLanguage[] = ["en", "de", "fr", "es"];

/** The weight of a translation's synonyms and of a compound's parts. */
const furtherWeight = 0.5;
const furtherMax = 3;
/** The weight of alternatives found through an adjective's noun. */
const nounWeight = 0.8;

/** The language that knows the word, and its entries. */
export type ThesaurusMatch = { language: ThesaurusLanguage; entries: ThesaurusEntry[] };

/** The query's language comes first: a French `car` is not a vehicle. Longer words are not looked up. */
const wordCharsMax = 40;

export function findAlternatives(
  typed: string,
  language: ThesaurusLanguage,
): ThesaurusMatch | null {
  const word = foldWord(typed).replaceAll("-", " ");
  if (word.length < 2 || word.length > wordCharsMax || !/^[\p{L}\p{N}' ]+$/u.test(word))
    return null;
  for (const known of orderOf(typed, language)) {
    const entries = entriesOf(known, word);
    if (entries !== null) return { language: known, entries: withFurther(known, entries) };
  }
  const entries = compoundEntries(word);
  if (entries.length > 0) return { language: "de", entries };
  return ofNoun(typed, word, language);
}

/** An unknown adjective gets its noun's alternatives, with less weight. */
function ofNoun(typed: string, word: string, language: ThesaurusLanguage): ThesaurusMatch | null {
  for (const known of orderOf(typed, language)) {
    for (const noun of nounsOf(known, word)) {
      const entries = lookUp(known, noun);
      if (entries === null) continue;
      const weighed = entries.map((entry) => ({ ...entry, weight: nounWeight * entry.weight }));
      return { language: known, entries: withFurther(known, weighed) };
    }
  }
  return null;
}

/** English has no accents, so other languages come first for a word with accents. */
function orderOf(typed: string, language: ThesaurusLanguage): ThesaurusLanguage[] {
  const isAccented = /[^\x20-\x7e]/.test(typed);
  const others = languages.filter((other) => other !== language);
  return isAccented && language === "en" ? [...others, language] : [language, ...others];
}

/** Entries of all forms of the word, in order of their rank for any form. */
function entriesOf(language: ThesaurusLanguage, word: string): ThesaurusEntry[] | null {
  const found = inflectionsOf(language, word).flatMap((form) => {
    const entries = lookUp(language, form);
    return entries === null ? [] : [entries];
  });
  if (found.length === 0) return null;
  const [first = [], ...others] = found;
  const known = new Set(first.map((entry) => `${entry.language} ${entry.words}`));
  const further = others.flat().filter((entry) => !known.has(`${entry.language} ${entry.words}`));
  return [...first, ...further].toSorted((one, other) => other.weight - one.weight);
}

/** A translated word also gets the synonyms of its English translation. */
function withFurther(language: ThesaurusLanguage, entries: ThesaurusEntry[]): ThesaurusEntry[] {
  const meant = entries.find(({ language: of, kind }) => of === "en" && kind === "translation");
  if (language === "en" || meant === undefined) return entries;
  const synonyms = (entriesOf("en", foldWord(meant.words)) ?? []).filter(
    ({ kind, language: of }) => kind === "synonym" && of === "en",
  );
  const known = new Set(entries.map(({ words }) => words));
  const further = synonyms.filter(({ words }) => !known.has(words)).slice(0, furtherMax);
  return [...entries, ...further.map((entry) => ({ ...entry, weight: furtherWeight }))];
}

/** `Wohnungspreise` means housing prices; in `Wetterdaten` only the weather matters. */
function compoundEntries(word: string): ThesaurusEntry[] {
  for (const [head, tail] of splitCompound(word)) {
    const first = inEnglish(head);
    if (first.length === 0) continue;
    if (tail === null) return first;
    const [lead] = first;
    const [last] = inEnglish(tail);
    if (lead === undefined || last === undefined) continue;
    const both = { ...lead, words: `${lead.words} ${last.words}` };
    return [both, ...first.map((entry) => ({ ...entry, weight: furtherWeight }))];
  }
  return [];
}

function inEnglish(word: string): ThesaurusEntry[] {
  return (entriesOf("de", word) ?? []).filter(({ language }) => language === "en");
}
