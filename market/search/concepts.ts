/** What a query asks for, in all the ways in which a listing may say it. */

/** The languages that a word may be in: each is stemmed by its own rules, `simple` by none. */
type WordLanguage = "en" | "de" | "fr" | "es" | "simple";

export type Alternative = {
  /** One word or several; words as they are written, not lexemes. */
  words: string;
  /** From 0 to 1: how near this is to what was typed. */
  weight: number;
  kind: "typed" | "synonym" | "broader" | "translation" | "spelling";
  language: WordLanguage;
};

/** One thing that was asked for, in all the ways in which a listing may say it. */
export type Concept = {
  /** As it was typed: what `missing_words` and `matched` call it. */
  typed: string;
  /** From 0 to 1: words that say nothing in a catalogue of data weigh little. Rarity is the ranking's. */
  weight: number;
  /** The typed word first, with weight 1; then others with less. */
  alternatives: Alternative[];
};
