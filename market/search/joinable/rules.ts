/** Which column pairs are shown as joinable, how precisely, and in which order. Pure. */

import { compareHashes } from "../../profile/join/rules.ts";
import type { JoinColumn } from "../../profile/join/schemas.ts";
import type { JoinableColumn } from "./schemas.ts";

/** Fewer common hashes are chance. */
const SHARED_HASHES_MIN = 8;
/** For a paid file, the share of few values would reveal too much about each. */
const PAID_SHARED_HASHES_MIN = 12;
const PAID_DISTINCT_MIN = 50;
/** Shares are rounded to a multiple of this, for free files and for others. */
const FREE_STEP = 0.05;
const PAID_STEP = 0.1;
/** The scale of the Laplace noise for paid files, in hashes. */
const NOISE_HASHES = 4;
/** For columns with the same name as the key, a smaller containment means that they are unrelated. */
const containmentMin = 0.2;
/** This containment by itself is enough evidence of a reference. */
const evidentMin = 0.95;
/** An estimate may fall short of that by its error, up to this much. */
const evidentErrorMax = 0.1;
const evidentDistinctMin = 50;
/** The minimum share of different values in a key. */
const keyShareMin = 0.95;
/** Short codes are dense: there are 676 of two letters, and airlines use nearly all. */
const codeCharsMax = 4;
const codeLetters = 26;
const codeDensityMax = 0.7;

type Side = JoinColumn & { tableName: string | null };

/** `noise`: from a Laplace distribution of scale 1 if one side is paid; null if both are free. */
export function judgePair(asked: Side, found: Side, noise: number | null): JoinableColumn | null {
  const isPaid = noise !== null;
  if (isPaid && Math.min(asked.distinct, found.distinct) < PAID_DISTINCT_MIN) return null;
  const overlap = compareHashes(asked, found, isPaid ? noise * NOISE_HASHES : 0);
  if (overlap.shared < (isPaid ? PAID_SHARED_HASHES_MIN : SHARED_HASHES_MIN)) return null;
  const noiseError = isPaid ? noiseErrorOf(overlap.compared) : 0;
  const error = Math.hypot(overlap.error, noiseError);
  const isFriend =
    isReference(asked, found, { share: overlap.containment, error }) ||
    isReference(found, asked, { share: overlap.contained, error });
  if (!isFriend) return null;
  const step = isPaid ? PAID_STEP : FREE_STEP;
  return {
    column: asked.name,
    table: asked.tableName,
    with: found.name,
    with_table: found.tableName,
    overlap: inSteps(overlap.overlap, step),
    containment: inSteps(overlap.containment, step),
    contained: inSteps(overlap.contained, step),
    error: Math.min(1, Math.ceil((error + step / 2) * 100) / 100),
  };
}

/** Best first: highest containment of the requested table's values, then highest overlap. */
export function byUse(one: JoinableColumn, other: JoinableColumn): number {
  return other.containment - one.containment || other.overlap - one.overlap;
}

/** Half the interval that contains 95 % of the noise, as a share of so few hashes. */
function noiseErrorOf(compared: number): number {
  return (Math.log(20) * NOISE_HASHES) / Math.max(1, compared);
}

function inSteps(share: number, step: number): number {
  return Number((Math.round(Math.min(1, share) / step) * step).toFixed(2));
}

/**
 * Whether a column refers to a key. Either it has the key's name and some of its values, or nearly all its
 * values are in the key and neither chance nor counting explains that. Numbers are similar in every list, so
 * for them only names that mark codes count.
 */
function isReference(
  column: JoinColumn,
  key: JoinColumn,
  { share, error }: { share: number; error: number },
): boolean {
  if (key.distinct < key.values * keyShareMin || share < containmentMin) return false;
  const arePlain = isPlainNumber(column) || isPlainNumber(key);
  if (column.meaning === "uuid" && key.meaning === "uuid") return true;
  if (sameThing(column.name, key.name)) {
    return !arePlain || key.meaning === "identifier" || isCode(column.name) || isCode(key.name);
  }
  if (arePlain || column.distinct < evidentDistinctMin) return false;
  return share >= evidentMin - Math.min(error, evidentErrorMax) && densityOf(key) <= codeDensityMax;
}

function isPlainNumber({ type, areNumbers }: JoinColumn): boolean {
  return type !== "string" || areNumbers;
}

/** The share of all texts of their length that a key has, which is the containment expected by chance. */
function densityOf({ distinct, charsMax }: JoinColumn): number {
  return charsMax > codeCharsMax ? 0 : distinct / codeLetters ** charsMax;
}

/** Words in names that mark a key, a code or its number, without saying of what. */
const codeWords: ReadonlySet<string> = new Set(
  "id ids key code codes no nr num number pk fk ref abbreviation short".split(" "),
);
/** Codes with a name of their own. */
const kindsOfCode: ReadonlySet<string> = new Set(
  "zip postcode postalcode plz isbn issn ean gtin upc sku fips geoid iban lei isin cusip asin doi".split(
    " ",
  ),
);
/** Words that name columns of any subject. */
const commonWords: ReadonlySet<string> = new Set(
  (
    "index idx value values name row rank column count total year label title text size order line item group " +
    "level position pos seq sequence date time day month hour amount quantity score rating source target " +
    "description type kind category class status url link note notes comment symbol color colour"
  ).split(" "),
);

/** Whether two column names mean the same thing: `customer_id`, `CustomerID`, `customer`. */
function sameThing(one: string, other: string): boolean {
  const words = thingsOf(one);
  const others = new Set(thingsOf(other));
  return (
    words.length > 0 && words.length === others.size && words.every((word) => others.has(word))
  );
}

/** Whether the name marks its values as codes rather than quantities. */
function isCode(name: string): boolean {
  return wordsOf(name).some((word) => codeWords.has(word) || kindsOfCode.has(word));
}

function thingsOf(name: string): string[] {
  return wordsOf(name).filter(
    (word) => !codeWords.has(word) && !commonWords.has(word) && /\p{L}{2}/u.test(word),
  );
}

function wordsOf(name: string): string[] {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)];
}

/** Converts a uniform number between 0 and 1, both excluded, to a Laplace one of scale 1. */
export function laplace(uniform: number): number {
  const centred = uniform - 0.5;
  return -Math.sign(centred) * Math.log(1 - 2 * Math.abs(centred));
}

/** The seed of a pair's noise: the same values give the same noise, whoever asks. */
export function pairText(one: JoinColumn, other: JoinColumn): string {
  return [columnText(one), columnText(other)].sort().join("|");
}

/** Cached by column, because a requested column is in hundreds of pairs. */
const columnTexts = new WeakMap<JoinColumn, string>();

function columnText(column: JoinColumn): string {
  const kept = columnTexts.get(column);
  if (kept !== undefined) return kept;
  const text = `${column.distinct}:${column.hashes.join()}`;
  columnTexts.set(column, text);
  return text;
}
