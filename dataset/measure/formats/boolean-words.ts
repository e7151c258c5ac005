import pl from "nodejs-polars";
import type { TextType } from "./text-type.ts";

/**
 * Pairs of words for true and false, in lower case; a column must contain both and nothing else.
 */
const pairs: readonly (readonly [yes: string, no: string])[] = [
  ["yes", "no"],
  ["y", "n"],
  ["t", "f"],
  ["on", "off"],
  ["ja", "nein"],
  ["j", "n"],
  ["ja", "nee"],
  ["ja", "nej"],
  ["ja", "nei"],
  ["oui", "non"],
  ["si", "no"],
  ["sí", "no"],
  ["sì", "no"],
  ["sim", "não"],
  ["sim", "nao"],
  ["tak", "nie"],
  ["ano", "ne"],
  ["evet", "hayır"],
  ["да", "нет"],
  ["はい", "いいえ"],
  ["是", "否"],
];

/**
 * Column names for codes in which such letters and words occur: countries, bases, genes, compass
 * points.
 */
const codeName =
  /countr|land|nation|iso|code|gene|allele|base|nucleo|amino|residue|chrom|strand|stat/i;
const shortCharsMax = 2;

type Pair = (typeof pairs)[number];

/** The boolean types that a column's first value allows. */
export function booleanTypesOf(value: string, columnName: string): TextType[] {
  const word = wordOf(value);
  return pairs
    .filter((pair) => pair.includes(word) && !isCode(pair, columnName))
    .map((pair) => typeOf(pair));
}

/** The boolean type of a column with exactly these values; null if they are not such a pair. */
export function booleanTypeOf(values: readonly string[], columnName: string): TextType | null {
  const words = new Set(values.map(wordOf));
  if (words.size !== 2) return null;
  const pair = pairs.find((two) => two.every((word) => words.has(word)));
  return pair && !isCode(pair, columnName) ? typeOf(pair) : null;
}

/** A value in the spelling of the pairs. */
export function wordOf(value: string): string {
  return value.trim().toLowerCase();
}

function isCode(pair: Pair, columnName: string): boolean {
  return pair.every((word) => word.length <= shortCharsMax) && codeName.test(columnName);
}

const made = new Map<Pair, TextType>();

function typeOf(pair: Pair): TextType {
  const type = made.get(pair) ?? makeType(pair);
  made.set(pair, type);
  return type;
}

function makeType(pair: Pair): TextType {
  const [yes, no] = pair;
  return {
    type: "boolean",
    pattern: `^(?:${inAnyCase(yes)}|${inAnyCase(no)})$`,
    format: `${yes}/${no}`,
    words: pair,
    cast: (text) => {
      const lower = text.str.toLowerCase();
      return pl
        .when(lower.eq(pl.lit(yes)))
        .then(pl.lit(true))
        .when(lower.eq(pl.lit(no)))
        .then(pl.lit(false))
        .otherwise(pl.lit(null));
    },
    suspects: null,
  };
}

function inAnyCase(word: string): string {
  return [...word].map((char) => `[${char}${char.toUpperCase()}]`).join("");
}
