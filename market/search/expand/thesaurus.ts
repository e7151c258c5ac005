/** The thesaurus that dev/words/build-thesaurus.ts builds from WordNet, CLDR and others; loaded at the first use. */
import { readFileSync } from "node:fs";

export type ThesaurusLanguage = "en" | "de" | "fr" | "es";

export type ThesaurusEntry = {
  words: string;
  kind: "synonym" | "broader" | "translation";
  language: ThesaurusLanguage;
  /** From 0 to 1. */
  weight: number;
};

const kinds: Record<string, ThesaurusEntry["kind"]> = {
  s: "synonym",
  b: "broader",
  t: "translation",
};

let read: string[] | null = null;

/** Two megabytes, sorted by key; loading takes some 10 ms, once for each process. */
function lines(): string[] {
  read ??= readFileSync(new URL("./thesaurus.txt", import.meta.url), "utf8").split("\n");
  return read;
}

/** The entries of a folded word, nearest first; null if unknown. Binary search. */
export function lookUp(language: ThesaurusLanguage, word: string): ThesaurusEntry[] | null {
  const all = lines();
  const key = `${language}:${word}\t`;
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  const line = all[low] ?? "";
  if (!line.startsWith(key)) return null;
  const entries = line.slice(key.length);
  return entries === "" ? [] : entries.split(";").map(parseEntry);
}

/** One letter for the kind, two for the language, the weight in quarters, then the words. */
function parseEntry(text: string): ThesaurusEntry {
  return {
    kind: kinds[text[0] ?? ""] ?? "synonym",
    language: text.slice(1, 3) as ThesaurusLanguage,
    weight: Number(text[3]) / 4,
    words: text.slice(4),
  };
}
