/** The forms of a word in the thesaurus, and the parts of German compounds. Pure. */
import type { ThesaurusLanguage } from "./thesaurus.ts";

/** Plural endings with their singular, likeliest first. */
const endings: Record<ThesaurusLanguage, readonly (readonly [RegExp, string])[]> = {
  en: [
    [/ies$/, "y"],
    [/(?<=[sxz]|ch|sh)es$/, ""],
    [/(?<=[^su])s$/, ""],
    [/men$/, "man"],
  ],
  de: [
    [/n$/, ""],
    [/en$/, ""],
    [/e$/, ""],
    [/er$/, ""],
    [/s$/, ""],
    [/ern$/, ""],
  ],
  fr: [
    [/aux$/, "al"],
    [/[sx]$/, ""],
    [/es$/, ""],
    [/e$/, ""],
  ],
  es: [
    [/ces$/, "z"],
    [/s$/, ""],
    [/es$/, ""],
  ],
};

const stemCharsMin = 3;

/** Also for two words, with a small word between them that the query dropped: `zones de crue`. */
export function inflectionsOf(language: ThesaurusLanguage, words: string): string[] {
  const [first = "", second, third] = words.split(" ");
  if (second === undefined || third !== undefined) return formsOf(language, words);
  const pairs = formsOf(language, first).flatMap((one) =>
    formsOf(language, second).map((other) => [one, other] as const),
  );
  return pairs.flatMap((pair) => joints[language].map((joint) => pair.join(joint)));
}

const joints: Record<ThesaurusLanguage, string[]> = {
  en: [" "],
  de: [" "],
  fr: [" ", " de ", " d'", " du ", " des ", " de la "],
  es: [" ", " de ", " del ", " de la ", " de las "],
};

/** The word itself, then without its endings: `accidents`, `accident`. */
function formsOf(language: ThesaurusLanguage, word: string): string[] {
  const forms = endings[language]
    .filter(([ending]) => ending.test(word))
    .map(([ending, singular]) => word.replace(ending, singular))
    .filter((form) => form.length >= stemCharsMin);
  return [word, ...forms];
}

/** Endings of adjectives with those of their noun: `meteorológicos` from `meteorología`. */
const nounEndings: Record<ThesaurusLanguage, readonly (readonly [RegExp, readonly string[]])[]> = {
  en: [
    [/ical$/, ["y"]],
    [/ic$/, ["y", "ics"]],
    // A German adjective may have an English noun if the German noun is different.
    [/isch(?:e[mnrs]?)?$/, ["y", "ics"]],
  ],
  de: [[/isch(?:e[mnrs]?)?$/, ["ie", "ik"]]],
  fr: [
    [/iques?$/, ["ie", "ique", ""]],
    [/istiques?$/, ["isme"]],
  ],
  es: [
    [/(?:et)?ic[oa]s?$/, ["ia"]],
    [/ic[oa]s?$/, ["ica", "o"]],
    [/atic[oa]s?$/, ["a"]],
    [/istic[oa]s?$/, ["ismo"]],
  ],
};

/** Possible nouns of an adjective, likeliest first; most of them do not exist. */
export function nounsOf(language: ThesaurusLanguage, word: string): string[] {
  return nounEndings[language]
    .filter(([ending]) => ending.test(word))
    .flatMap(([ending, nouns]) => nouns.map((noun) => word.replace(ending, noun)))
    .filter((noun) => noun.length > stemCharsMin);
}

/** Last parts of German compounds about data, which add nothing. */
const dataTails =
  /(?:daten|datensatz|datensatze|liste|listen|tabelle|tabellen|datenbank|statistik|statistiken|zahlen|werte)$/;
const partCharsMin = 4;

/** Possible heads with their tails, longest head first; a tail that only means data is null. */
export function splitCompound(word: string): [head: string, tail: string | null][] {
  if (!/^[a-z]{8,40}$/.test(word)) return [];
  const withoutTail = word.replace(dataTails, "");
  if (withoutTail !== word && withoutTail.length >= stemCharsMin) {
    return headsOf(withoutTail).map((head) => [head, null]);
  }
  const splits: [string, string | null][] = [];
  for (let at = word.length - partCharsMin; at >= partCharsMin; at -= 1) {
    for (const head of headsOf(word.slice(0, at))) splits.push([head, word.slice(at)]);
  }
  return splits;
}

/** With and without the joining letter: `Wohnung-s-preise`. */
function headsOf(head: string): string[] {
  return /s$/.test(head) ? [head, head.slice(0, -1)] : [head];
}

/** Endings of French and Spanish nouns and adjectives, by the singular ending. */
const furtherEndings: Record<"fr" | "es", readonly (readonly [RegExp, readonly string[]])[]> = {
  fr: [
    [/al$/, ["aux", "ale", "ales"]],
    [/eau$/, ["eaux"]],
    [/(?<=[^sxz])$/, ["s", "e", "es"]],
  ],
  es: [
    [/z$/, ["ces"]],
    [/[oa]$/, ["o", "os", "a", "as"]],
    [/(?<=[aeiou])$/, ["s"]],
    [/ón$/, ["ones"]],
    [/(?<=[^aeiousz])$/, ["es", "a", "as"]],
  ],
};

/**
 * The word, its singular, and both in the other number and gender: `precio`, `precios`. A stem such as
 * `preci` would also match English words: `precipitation`.
 */
export function nounForms(language: "fr" | "es", word: string): string[] {
  const forms = formsOf(language, word).flatMap((form) => [
    form,
    ...furtherEndings[language].flatMap(([ending, others]) =>
      ending.test(form) ? others.map((other) => form.replace(ending, other)) : [],
    ),
  ]);
  return [...new Set(forms)];
}
