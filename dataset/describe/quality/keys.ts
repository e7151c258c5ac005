/** Finds rows that repeat the key which otherwise identifies a table's rows. Pure. */
import type { SampledColumn } from "./sampled-column.ts";

const keyedRowsMin = 30;
/** A key distinguishes at least this share of the rows. */
const distinctShareMin = 0.7;
/** How much better than chance a key distinguishes rows. */
const excessMin = 0.6;
const combinedMax = 8;
/** A column that repeats more often refers to something else. */
const keyRepeatsMax = 0.15;
/** Codes and numbers that repeat more often are no key unless the column's name says so. */
const unnamedRepeatsMax = 0.05;
/** A pair that repeats more often may need a third column. */
const pairedRepeatsMax = 0.15;

const keyName =
  /(^|[_\s.-])(id|key|code|uuid|guid|iata|icao|isbn|ean|sku|zip|zip_?code|symbol|no)$|[a-z](Id|ID|Code|Key)$/i;

/**
 * The share of rows that repeat a key; 0 without a key. Keys are recognised by their values: whole
 * numbers or days that repeat less than chance would make them, codes of one length, columns named
 * like keys, and pairs and triples of columns that form a grid.
 */
export function repeatedKeyShare(columns: readonly SampledColumn[], rows: number): number {
  if (rows < keyedRowsMin) return 0;
  const single = columns
    .filter((column) => column.count >= rows * 0.95 && isKey(column))
    .filter(({ name, distinct, count }) => {
      return 1 - distinct / count <= (keyName.test(name) ? keyRepeatsMax : unnamedRepeatsMax);
    })
    .map(({ distinct, count }) => 1 - distinct / count);
  if (single.length > 0) return Math.max(...single);
  return repeatedCombinations(columns, rows) ?? 0;
}

function isKey(column: SampledColumn): boolean {
  const share = column.distinct / column.count;
  if (share < distinctShareMin) return false;
  if (column.texts) return hasCodes(column);
  if (!column.numbers) return false;
  if (keyName.test(column.name) && column.type === "integer") return true;
  const domain = domainOf(column);
  return domain !== null && isBeyondChance(column.distinct, column.count, domain);
}

/** Number of whole numbers between the extremes; null for other numbers. */
function domainOf({ numbers, type }: SampledColumn): number | null {
  if (!numbers || type === "boolean") return null;
  const unit = type === "datetime" ? 1000 : 1;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of numbers) {
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return null;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return (high - low) / unit + 1;
}

/** Whether more rows differ than random draws from the domain would explain. */
function isBeyondChance(distinct: number, rows: number, domain: number): boolean {
  const expected = domain * (1 - Math.exp(-rows / domain));
  if (expected >= rows * 0.9) return false;
  return (distinct - expected) / (Math.min(rows, domain) - expected) >= excessMin;
}

/** Texts without blanks and of one length, or a column named like a key. */
function hasCodes({ texts, name }: SampledColumn): boolean {
  const lengths = new Map<number, number>();
  let present = 0;
  let blanks = 0;
  for (const text of texts ?? []) {
    if (text === null) continue;
    present++;
    if (text.includes(" ")) blanks++;
    lengths.set(text.length, (lengths.get(text.length) ?? 0) + 1);
  }
  if (blanks > present * 0.02) return false;
  return keyName.test(name) || Math.max(...lengths.values()) >= present * 0.98;
}

/** The combination of two or three repeating columns that distinguishes the most rows. */
function repeatedCombinations(columns: readonly SampledColumn[], rows: number): number | null {
  const repeating = columns
    .filter(
      ({ count, distinct, type }) =>
        count >= rows * 0.95 && distinct >= 2 && distinct <= rows / 4 && type !== "number",
    )
    .sort((a, b) => b.distinct - a.distinct)
    .slice(0, combinedMax);
  const best = (sets: readonly SampledColumn[][]): number | null => {
    const found = sets.flatMap((set) => {
      const share = gridShare(set, rows);
      return share === null ? [] : [1 - share];
    });
    return found.length === 0 ? null : Math.min(...found);
  };
  const pairs = best(pairsOf(repeating));
  if (pairs !== null && pairs <= pairedRepeatsMax) return pairs;
  const triples = best(triplesOf(repeating));
  return pairs === null || triples === null ? (pairs ?? triples) : Math.min(pairs, triples);
}

function pairsOf<T>(items: readonly T[]): T[][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b]));
}

function triplesOf<T>(items: readonly T[]): T[][] {
  return items.flatMap((a, i) => pairsOf(items.slice(i + 1)).map((pair) => [a, ...pair]));
}

/** The share of distinct combinations if they form a grid, otherwise null. */
function gridShare(set: readonly SampledColumn[], rows: number): number | null {
  const domain = set.reduce((product, { distinct }) => product * distinct, 1);
  if (domain > rows * 4) return null;
  const seen = new Set<number>();
  let counted = 0;
  for (let row = 0; row < rows; row++) {
    let key = 0;
    for (const { codes, distinct } of set) {
      const code = codes[row] as number;
      if (code < 0) key = Number.NaN;
      key = key * distinct + code;
    }
    if (Number.isNaN(key)) continue;
    counted++;
    seen.add(key);
  }
  const share = seen.size / counted;
  if (share < distinctShareMin || !isBeyondChance(seen.size, counted, domain)) return null;
  return share;
}

/** A column that leaves this many rows alike is too coarse to distinguish rows. */
const alikeTextsMin = 4;
const alikeNumbersMin = 1;

/**
 * The share of rows that would repeat another one if each column drew its values by chance; 0 if a
 * column is fine enough to distinguish rows, or was not examined.
 */
export function chanceRepeats(
  columns: readonly SampledColumn[],
  columnCount: number,
  rows: number,
): number {
  if (rows === 0 || columns.length < columnCount) return 0;
  let alike = 1;
  for (const { count, counts, numbers } of columns) {
    let pairs = 0;
    for (const many of counts) pairs += many * (many - 1);
    const share = pairs / Math.max(1, count * (count - 1));
    if (rows * share < (numbers ? alikeNumbersMin : alikeTextsMin)) return 0;
    alike *= share;
  }
  const expected = (1 - Math.exp(-rows * alike)) / alike;
  return Math.max(0, 1 - expected / rows);
}
