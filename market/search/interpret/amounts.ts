/** Parses numbers as people write them, and the words around a bound. */
import { findPhrase, phrasesOf, type Token } from "./tokens.ts";

type Bound = "max" | "min";

const before = phrasesOf<Bound>([
  [
    "under|below|less than|cheaper than|at most|max|maximum|up to|no more than|not more than",
    "max",
  ],
  [
    "not over|within|<|<=|≤|smaller than|fewer than|at max|maximum of|a maximum of|lower than",
    "max",
  ],
  ["unter|hochstens|maximal|bis|bis zu|weniger als|nicht mehr als|billiger als|kleiner als", "max"],
  ["moins de|moins que|au plus|au maximum|maximum de|jusqu'a|pas plus de|inferieur a", "max"],
  ["menos de|menos que|hasta|maximo|como maximo|no mas de|maximo de|inferior a", "max"],
  ["over|above|more than|at least|min|minimum|no less than|not less than|>|>=|≥|upwards of", "min"],
  ["larger than|bigger than|greater than|minimum of|a minimum of|higher than", "min"],
  ["mindestens|uber|mehr als|wenigstens|grosser als|nicht weniger als|minimal", "min"],
  ["plus de|plus que|au moins|minimum de|superieur a|mas de|al menos|por lo menos|minimo", "min"],
  ["como minimo|minimo de|superior a", "min"],
]);

const after = phrasesOf<Bound>([
  ["or less|or fewer|or below|max|maximum|tops|at most|oder weniger|maximal|hochstens", "max"],
  ["ou moins|au maximum|au plus|o menos|como maximo|maximo", "max"],
  ["or more|or above|minimum|at least|+|plus|and up|oder mehr|mindestens|ou plus|au moins", "min"],
  ["o mas|como minimo|al menos", "min"],
]);

const pairs = phrasesOf<string>([
  ["between|from|zwischen|von|entre|de|desde", "opens"],
  ["and|to|und|bis|et|a|y|until|-|–|—", "joins"],
]);

const scales = phrasesOf<number>([
  ["k|thousand|thousands of|tausend|mille|mil|milliers de|miles de", 1e3],
  ["m|mio|million|millions of|millions|millionen|million de|millones|millones de", 1e6],
  ["millions de|mln|mill|millon|millon de", 1e6],
  ["b|bn|billion|billions of|mrd|milliarde|milliarden|milliard|milliards de|mil millones", 1e9],
]);

const wholeGroups = /^\d{1,3}(?:[.,]\d{3})+$/;

/** `1,000`, `1.000`, `10.50`, `10,50`, `1,234.56`; null if it is not a number. At most 15 digits. */
function readNumber(text: string): number | null {
  if (!/^\d/.test(text) || text.length > 20) return null;
  if (wholeGroups.test(text)) return Number(text.replace(/[.,]/g, ""));
  const decimals = /[.,](\d+)$/.exec(text)?.[1];
  if (decimals === undefined) return /^\d{1,15}$/.test(text) ? Number(text) : null;
  const whole = text.slice(0, -decimals.length - 1).replace(/[.,]/g, "");
  return Number(`${whole}.${decimals}`);
}

export type Amount = { value: number; length: number };

/** A number with its scale: `10k`, `1.5 million`. `m` means a million only without a space. */
export function readAmount(tokens: Token[], at: number): Amount | null {
  const one = /^(?:a|one|ein|eine|einer|un|une|una)$/.test(tokens[at]?.text ?? "");
  const number = one ? 1 : readNumber(tokens[at]?.text ?? "");
  if (number === null) return null;
  const scale = findPhrase(scales, tokens, at + 1);
  const isGlued = tokens[at + 1]?.startsWord === false;
  const isLetter = (tokens[at + 1]?.text ?? "").length === 1;
  if (scale === null || (isLetter && !isGlued)) return one ? null : { value: number, length: 1 };
  return { value: number * scale.value, length: 1 + scale.length };
}

/** An amount with its unit: its value, its length in tokens, and the size of the unit. */
export type Measured = { value: number; length: number; hasUnit: boolean; unit?: number };
export type ReadMeasured = (tokens: Token[], at: number) => Measured | null;

export type Range = { min: number | null; max: number | null; length: number; hasUnit: boolean };

/** `under 10`, `10 or less`, `between 5 and 20`, `5-20`: bounds of amounts that `read` parses. */
export function readRange(tokens: Token[], at: number, read: ReadMeasured): Range | null {
  const opened = findPhrase(pairs, tokens, at)?.value === "opens" ? 1 : 0;
  const pair = readPair(tokens, at + opened, read);
  if (pair !== null) return { ...pair, length: pair.length + opened };
  const bound = findPhrase(before, tokens, at);
  const measured = read(tokens, at + (bound?.length ?? 0));
  if (measured === null) return null;
  const end = (bound?.length ?? 0) + measured.length;
  if (bound !== null) return { ...bounded(bound.value, measured), length: end };
  const trailing = findPhrase(after, tokens, at + end);
  if (trailing === null) return null;
  return { ...bounded(trailing.value, measured), length: end + trailing.length };
}

function bounded(bound: Bound, { value, hasUnit }: Measured) {
  return bound === "max" ? { min: null, max: value, hasUnit } : { min: value, max: null, hasUnit };
}

function readPair(tokens: Token[], at: number, read: ReadMeasured): Range | null {
  const low = read(tokens, at);
  if (low === null) return null;
  const joint = findPhrase(pairs, tokens, at + low.length);
  if (joint?.value !== "joins") return null;
  const high = read(tokens, at + low.length + joint.length);
  // "1 to 5 GB": the unit applies to both.
  const min = low.hasUnit ? low.value : low.value * (high?.unit ?? 1);
  if (high === null || high.value < min) return null;
  const length = low.length + joint.length + high.length;
  return { min, max: high.value, length, hasUnit: low.hasUnit || high.hasUnit };
}
