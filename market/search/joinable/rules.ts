/** Which pairs of columns are told as joinable, how exactly, and in which order. Pure. */

import { compareHashes } from "../../profile/join/rules.ts";
import type { JoinColumn } from "../../profile/join/schemas.ts";
import type { JoinableColumn } from "./schemas.ts";

/** Fewer hashes in common are chance. */
const SHARED_HASHES_MIN = 8;
/** Of a paid file the share of few values would say too much of each. */
const PAID_SHARED_HASHES_MIN = 12;
const PAID_DISTINCT_MIN = 50;
/** What is told of free files, and of others, is a multiple of this. */
const FREE_STEP = 0.05;
const PAID_STEP = 0.1;
/** The scale of the Laplace noise in answers about paid files, in hashes. */
const NOISE_HASHES = 4;
/** A lesser share in both directions is no key. */
const containmentMin = 0.2;
/** How much more than chance two columns of numbers must share. */
const beyondChanceMin = 0.3;

type Side = JoinColumn & { tableName: string | null };

/** `noise`: from a Laplace distribution of scale 1 for pairs with a paid side; null for free ones. */
export function judgePair(asked: Side, found: Side, noise: number | null): JoinableColumn | null {
  const isPaid = noise !== null;
  if (isPaid && Math.min(asked.distinct, found.distinct) < PAID_DISTINCT_MIN) return null;
  const overlap = compareHashes(asked, found, isPaid ? noise * NOISE_HASHES : 0);
  if (overlap.shared < (isPaid ? PAID_SHARED_HASHES_MIN : SHARED_HASHES_MIN)) return null;
  const most = Math.max(overlap.containment, overlap.contained);
  if (most < containmentMin || !isEvident(asked, found, overlap)) return null;
  const step = isPaid ? PAID_STEP : FREE_STEP;
  const noiseError = isPaid ? noiseErrorOf(overlap.compared) : 0;
  return {
    column: asked.name,
    table: asked.tableName,
    with: found.name,
    with_table: found.tableName,
    overlap: inSteps(overlap.overlap, step),
    containment: inSteps(overlap.containment, step),
    contained: inSteps(overlap.contained, step),
    error: Math.min(1, Math.ceil((Math.hypot(overlap.error, noiseError) + step / 2) * 100) / 100),
  };
}

/** Best first: most of the asked table's values found, then most like each other. */
export function byUse(one: JoinableColumn, other: JoinableColumn): number {
  return other.containment - one.containment || other.overlap - one.overlap;
}

/** Half the interval that holds 95 % of the noise, as a share of so few hashes. */
function noiseErrorOf(compared: number): number {
  return (Math.log(20) * NOISE_HASHES) / Math.max(1, compared);
}

function inSteps(share: number, step: number): number {
  return Number((Math.round(Math.min(1, share) / step) * step).toFixed(2));
}

/**
 * Texts that are equal are rarely so by chance. Numbers are: 1, 2, 3, … occur in every list. So much
 * more must be shared than columns would that are strewn over the same range, or the names agree.
 */
function isEvident(
  asked: JoinColumn,
  found: JoinColumn,
  { containment, contained }: { containment: number; contained: number },
): boolean {
  if (asked.type === "string" && found.type === "string") return true;
  if (nameSame(asked.name, found.name)) return true;
  const beyond = Math.max(containment - chanceOf(asked, found), contained - chanceOf(found, asked));
  return beyond >= beyondChanceMin;
}

/** The share of a column's values that another one would have by chance: how densely it fills its range. */
function chanceOf(column: JoinColumn, other: JoinColumn): number {
  if (other.min === null || other.max === null) return 0;
  const density = Math.min(1, other.distinct / (other.max - other.min + 1));
  if (column.min === null || column.max === null) return density;
  const common = Math.min(column.max, other.max) - Math.max(column.min, other.min) + 1;
  return density * Math.min(1, Math.max(0, common) / (column.max - column.min + 1));
}

/** Words that say that a column is a key, and not of what. */
const keyWords: ReadonlySet<string> = new Set(
  "id ids key code codes no nr num number index idx pk fk ref value name row rank column count total year".split(
    " ",
  ),
);

/** Whether two columns are called after the same thing: `customer_id`, `CustomerID`, `customer`. */
function nameSame(one: string, other: string): boolean {
  const words = thingsOf(one);
  const others = new Set(thingsOf(other));
  return (
    words.length > 0 && words.length === others.size && words.every((word) => others.has(word))
  );
}

function thingsOf(name: string): string[] {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words)].filter((word) => !keyWords.has(word) && /\p{L}{2}/u.test(word));
}

/** A uniform number of 0 to 1, both left out, as a Laplace one of scale 1. */
export function laplace(uniform: number): number {
  const centred = uniform - 0.5;
  return -Math.sign(centred) * Math.log(1 - 2 * Math.abs(centred));
}

/** What the answers about a pair hang on: the same values give the same noise, whoever asks. */
export function pairText(one: JoinColumn, other: JoinColumn): string {
  return [columnText(one), columnText(other)].sort().join("|");
}

/** By the column: an asked one stands in hundreds of pairs. */
const columnTexts = new WeakMap<JoinColumn, string>();

function columnText(column: JoinColumn): string {
  const kept = columnTexts.get(column);
  if (kept !== undefined) return kept;
  const text = `${column.distinct}:${column.hashes.join()}`;
  columnTexts.set(column, text);
  return text;
}
