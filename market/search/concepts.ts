/** The possible languages of a word: each has its own stemming rules, `simple` has none. */
type WordLanguage = "en" | "de" | "fr" | "es" | "simple";

export type Alternative = {
  /** One or more words as written, not lexemes. */
  words: string;
  /** From 0 to 1: how close it is to the typed word. */
  weight: number;
  kind: "typed" | "synonym" | "broader" | "translation" | "spelling";
  language: WordLanguage;
};

/** One requested thing, with every way in which a listing may say it. */
export type Concept = {
  /** As typed, for `missing_words` and `matched`. */
  typed: string;
  /** From 0 to 1: common words of a data catalogue weigh little. The ranking adds rarity. */
  weight: number;
  /** The typed word first, with weight 1; the others weigh less. */
  alternatives: Alternative[];
};
