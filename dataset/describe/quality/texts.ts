/** Finds texts spelled differently from the rest of their column, and broken characters. Pure. */
import { percentile } from "./order.ts";
import type { SampledColumn } from "./sampled-column.ts";

/** Replacement characters, UTF-8 that was read as Latin-1 (`Ã©`), and control characters. */
const brokenCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /\uFFFD|[ÃÂ][\u0080-\u00BF]|â[\u0080-\u009F€]|[ÅÄ][\u0080-\u009F]|[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/;
const numberShape = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const judgedMin = 20;
/** More values would take long and add little. */
const judgedMax = 384;
/** Above this share, values are normal for the column rather than exceptions. */
const exceptionMax = 0.45;

export type Spelling = {
  /** Share of values with broken characters. */
  broken: number;
  /** Share of values spelled differently from the rest, including broken ones. */
  odd: number;
  /** How much the characters follow rules, from 0 (random) to 1. */
  regularity: number;
  /** True if all values except odd ones are equal. */
  isConstant: boolean;
};

export function holdsBrokenCharacters(text: string): boolean {
  return brokenCharacters.test(text);
}

/** Judges the spelling of a column's texts. */
export function spellingOf({ texts, counts, count }: SampledColumn): Spelling {
  const values = (texts ?? []).filter((text) => text !== null).slice(0, judgedMax);
  const broken = values.map(holdsBrokenCharacters);
  const brokenShare = shareOf(broken);
  if (values.length < judgedMin) {
    return { broken: brokenShare, odd: brokenShare, regularity: 1, isConstant: false };
  }
  const model = new CharacterModel(values);
  const surprises = values.map((text) => model.surpriseOf(text));
  const marks = [
    numbersAmongWords(values),
    unlike(values, surprises),
    churning(values),
    mistyped(values),
    misshapen(values),
  ];
  const odd = values.map((_, i) => broken[i] || marks.some((mark) => mark?.[i]));
  const repeating = 1 - counts.length / Math.max(1, count);
  const regular = values.filter((_, i) => !odd[i]);
  return {
    broken: brokenShare,
    odd: shareOf(odd),
    regularity: Math.max(regularityOf(regular, model), repeating * repeatingRegularity),
    isConstant: regular.length > 0 && regular.every((text) => text === regular[0]),
  };
}

const repeatingRegularity = 0.6;

function shareOf(marks: readonly (boolean | undefined)[]): number {
  return marks.length === 0 ? 0 : marks.filter(Boolean).length / marks.length;
}

/** Keeps marks only if they are exceptions; null if too many values are marked. */
function exceptions(marks: boolean[]): boolean[] | null {
  return shareOf(marks) <= exceptionMax ? marks : null;
}

/** Marks numbers in a column of words without digits. */
function numbersAmongWords(values: readonly string[]): boolean[] | null {
  const marks = values.map((text) => numberShape.test(text));
  const words = values.filter((text, i) => !marks[i] && !/\d/.test(text)).length;
  const others = values.length - marks.filter(Boolean).length;
  return words >= others * 0.6 ? exceptions(marks) : null;
}

/** Values of one shape are a kind of their own from this many on. */
const alikeMax = 2;

function isWords(text: string): boolean {
  return /^[\p{L}\p{M} '’.-]+$/u.test(text);
}

/** Marks values whose character sequences occur in no other value. */
function unlike(values: readonly string[], surprises: readonly number[]): boolean[] | null {
  const middle = percentile(surprises, 0.5);
  const spread = percentile(
    surprises.map((surprise) => Math.abs(surprise - middle)),
    0.5,
  );
  const bound = Math.max(middle + Math.max(6 * spread, 2.5), 6.5);
  return exceptions(surprises.map((surprise, i) => surprise > bound && !isWords(values[i] ?? "")));
}

/**
 * Marks values that switch between letters, digits and punctuation more often than the column's do.
 */
function churning(values: readonly string[]): boolean[] | null {
  const churns = values.map(churnOf);
  const usual = percentile(churns, 0.6);
  if (usual > 0.35) return null;
  const shapes = values.map(runsOf);
  const alike = countsOf(shapes);
  const isAlone = (shape: string): boolean => (alike.get(shape) ?? 0) <= alikeMax;
  return exceptions(churns.map((churn, i) => churn > usual + 0.3 && isAlone(shapes[i] as string)));
}

/** A value is compared with others only if these are at least this many times as frequent. */
const typoRarity = 5;
const typoCharsMin = 4;
const rareComparedMax = 200;

/** Marks rare values that differ from a frequent one by one letter, by capitals or by blanks. */
function mistyped(values: readonly string[]): boolean[] | null {
  const counts = countsOf(values);
  if (counts.size > values.length / 2) return null;
  const rare = [...counts].filter(([, count]) => count * typoRarity <= values.length / counts.size);
  const usual = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 100);
  const found = new Set<string>();
  for (const [text, count] of rare.slice(0, rareComparedMax)) {
    const like = usual.some(([other, many]) => many >= count * typoRarity && isTypoOf(text, other));
    if (like) found.add(text);
  }
  return found.size === 0 ? null : exceptions(values.map((text) => found.has(text)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s.,;:_-]+/g, "");
}

function isTypoOf(text: string, usual: string): boolean {
  if (text === usual || Math.abs(text.length - usual.length) > 3) return false;
  if (plain(text) === plain(usual)) return true;
  if (usual.length < typoCharsMin || Math.abs(text.length - usual.length) > 1) return false;
  let start = 0;
  while (start < text.length && text[start] === usual[start]) start++;
  let end = 0;
  const shorter = Math.min(text.length, usual.length) - start;
  while (end < shorter && text[text.length - 1 - end] === usual[usual.length - 1 - end]) end++;
  const left = text.slice(start, text.length - end);
  const right = usual.slice(start, usual.length - end);
  // Numbers that differ in a digit are other numbers.
  const word =
    (usual.slice(0, start).match(/\p{L}*$/u)?.[0] ?? "") +
    (usual.slice(start).match(/^\p{L}*/u)?.[0] ?? "");
  if (word.length < typoCharsMin) return false;
  return left.length <= 1 && right.length <= 1 && !/\d/.test(right) && !/^\d?$/.test(left + right);
}

const shapedShareMin = 0.88;
/** A shape of more values is a kind of its own. */
const rareShareMax = 0.06;
const capitalsCharsMin = 5;
const capitalsCharsMax = 30;
const shapesOf: readonly ((text: string) => string)[] = [outerBlanksOf, capitalsOf, codeShapeOf];

/** Marks values that differ from nearly all others in outer blanks, in capitals, or in the shape of a code. */
function misshapen(values: readonly string[]): boolean[] | null {
  const marks = values.map(() => false);
  for (const shapeOf of shapesOf) {
    const shapes = values.map(shapeOf);
    const [usual, count] = mostFrequent(shapes);
    if (usual === "" || usual === "words" || count < values.length * shapedShareMin) continue;
    const alike = countsOf(shapes);
    const rareMax = Math.max(alikeMax, values.length * rareShareMax);
    for (const [i, shape] of shapes.entries()) {
      if (shape !== "" && (alike.get(shape) ?? 0) <= rareMax) marks[i] = true;
    }
  }
  return exceptions(marks);
}

function mostFrequent(items: readonly string[]): [item: string, count: number] {
  const [most = ["", 0]] = [...countsOf(items)].sort((a, b) => b[1] - a[1]);
  return most as [string, number];
}

function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Nothing for sentences, whose ends say little. */
function outerBlanksOf(text: string): string {
  if (text.length > capitalsCharsMax) return "";
  return `${/^\s/.test(text)}${/\s$/.test(text)}`;
}

/** Only large letters, or some small ones; nothing for short texts, which may be abbreviations. */
function capitalsOf(text: string): string {
  const letters = text.replace(/[^\p{Lu}\p{Ll}]/gu, "");
  const isWord = letters.length >= capitalsCharsMin && letters.length <= capitalsCharsMax;
  if (!isWord || letters.length < text.length / 2) return "";
  return /\p{Ll}/u.test(letters) ? (/\p{Lu}/u.test(letters) ? "Aa" : "a") : "A";
}

/** Runs of letters and digits as one sign each; nothing for texts without a digit. */
function codeShapeOf(text: string): string {
  const shape = runsOf(text);
  return shape.includes("9") || !shape.includes("a") ? shape : "words";
}

function runsOf(text: string): string {
  return text.replace(/[\p{L}\p{M}]+/gu, "a").replace(/\d+/g, "9");
}

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 1;
  if (code >= 65 && code <= 90) return 2;
  if (code >= 48 && code <= 57) return 3;
  if (code === 32 || code === 45 || code === 39 || code === 46) return 0;
  return code > 127 ? 1 : 4;
}

const charactersMin = 100;

/** Regularity of the values that are not odd: 0 if every character is equally likely, up to 1. */
function regularityOf(regular: readonly string[], all: CharacterModel): number {
  const model = regular.length === all.values ? all : new CharacterModel(regular);
  let bits = 0;
  let characters = 0;
  for (const text of regular) {
    bits += model.surpriseOf(text) * (text.length + 1);
    characters += text.length + 1;
  }
  if (model.letters < 2 || characters < charactersMin) return 1;
  const saved = 1 - bits / characters / Math.log2(model.letters);
  return Math.min(1, Math.max(0, (saved - 0.08) / 0.2));
}

/**
 * Class changes per character; changes next to blanks and after a capital are usual and not
 * counted.
 */
function churnOf(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i++) {
    const before = classOf(text.charCodeAt(i - 1));
    const here = classOf(text.charCodeAt(i));
    if (before === here || before === 0 || here === 0) continue;
    if (before === 2 && here === 1) continue;
    changes++;
  }
  return text.length < 4 ? 0 : changes / (text.length - 1);
}

/** The ends of a text count as one character, and so do all rare characters together. */
const END = 0;
const RARE = 1;
const alphabetMax = 128;

/** Counts which character follows which over a column's values. */
class CharacterModel {
  /** Index of each character in the alphabet; ASCII has an array, which is faster. */
  readonly #alphabet: Map<number, number>;
  readonly #ascii: Uint8Array;
  readonly #size: number;
  readonly #pairs: Int32Array;
  readonly #firsts: Int32Array;
  readonly #followers: Int32Array;
  readonly #singles: Int32Array;
  /** Number of counted values. */
  readonly values: number;
  #total = 0;

  constructor(values: readonly string[]) {
    this.values = values.length;
    this.#alphabet = alphabetOf(values);
    this.#ascii = Uint8Array.from({ length: 128 }, (_, code) => this.#alphabet.get(code) ?? RARE);
    this.#size = this.#alphabet.size + 2;
    this.#pairs = new Int32Array(this.#size ** 2);
    this.#firsts = new Int32Array(this.#size);
    this.#followers = new Int32Array(this.#size);
    this.#singles = new Int32Array(this.#size);
    for (const text of values) this.#walk(text, (a, b) => this.#count(a, b));
  }

  /** Bits per character of a value under the model of all other values. */
  surpriseOf(text: string): number {
    let bits = 0;
    this.#walk(text, (a, b) => {
      bits -= Math.log2(this.#chance(a, b));
    });
    return bits / (text.length + 1);
  }

  /** Number of usual characters. */
  get letters(): number {
    return this.#singles.filter((count) => count >= this.#total * usualShareMin).length;
  }

  #count(a: number, b: number): void {
    const pair = a * this.#size + b;
    if (this.#pairs[pair] === 0) this.#followers[a] = (this.#followers[a] as number) + 1;
    this.#pairs[pair] = (this.#pairs[pair] as number) + 1;
    this.#firsts[a] = (this.#firsts[a] as number) + 1;
    this.#singles[b] = (this.#singles[b] as number) + 1;
    this.#total++;
  }

  /** Visits each pair of adjacent characters in a text. */
  #walk(text: string, visit: (a: number, b: number) => void): void {
    let before = END;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const here = (code < 128 ? this.#ascii[code] : this.#alphabet.get(code)) ?? RARE;
      visit(before, here);
      before = here;
    }
    visit(before, END);
  }

  /**
   * The probability by seen pairs, otherwise by single characters, without the value's own counts.
   */
  #chance(a: number, b: number): number {
    const pair = Math.max(0, (this.#pairs[a * this.#size + b] as number) - 1);
    const followers = (this.#followers[a] as number) + 1;
    const single = Math.max(0, (this.#singles[b] as number) - 1) + 0.5;
    const alone = single / (this.#total + this.#size / 2);
    return (pair + followers * alone) / (Math.max(0, (this.#firsts[a] as number) - 1) + followers);
  }
}

/** Characters with a smaller share count as rare. */
const usualShareMin = 0.002;

/** The most frequent characters, numbered after the two special ones. */
function alphabetOf(values: readonly string[]): Map<number, number> {
  const ascii = new Uint32Array(128);
  const counts = new Map<number, number>();
  for (const text of values) {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 128) {
        // Among equally frequent characters, the order of first appearance decides.
        if (ascii[code] === 0) counts.set(code, 0);
        ascii[code] = (ascii[code] as number) + 1;
      } else counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
  for (const [code, many] of ascii.entries()) if (many > 0) counts.set(code, many);
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, alphabetMax);
  return new Map(frequent.map(([code], i) => [code, i + 2]));
}
