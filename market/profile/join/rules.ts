/** Which columns may be join keys, and the overlap of two columns. Pure. */
import { piiKinds } from "../../vocabulary.ts";
import type { ColumnProfile } from "../schemas.ts";
import type { JoinColumn } from "./schemas.ts";
import { JOIN_HASH_LIMIT, JOIN_TEXT_CHARS_MAX } from "./vocabulary.ts";

/** Fewer texts are categories, whose hashes would confirm a guess too easily. */
const textsMin = 20;
/** Fewer integers are ages, months, grades or counts. */
const integersMin = 50;

/** Meanings that never join two tables. */
const noKeys: ReadonlySet<string> = new Set([
  "constant",
  "free_text",
  "latitude",
  "longitude",
  "geometry",
  "year",
  ...piiKinds,
]);

type Judged = Pick<
  ColumnProfile,
  "type" | "semantic_type" | "unit" | "distinct_count" | "length" | "pii" | "alerts"
>;

/**
 * Whether a column may find other tables: it has enough different values, is not a measure, and has
 * no data about people, even in free files.
 */
export function mayJoin(column: Judged): boolean {
  if (noKeys.has(column.semantic_type ?? "") || column.unit !== undefined) return false;
  if (column.pii.length > 0) return false;
  if (column.alerts.some(({ code }) => code === "possible_personal_data")) return false;
  if ((column.length?.mean ?? 0) > JOIN_TEXT_CHARS_MAX) return false;
  return (column.distinct_count ?? 0) >= distinctMin(column.type);
}

function distinctMin(type: ColumnProfile["type"]): number {
  return type === "string" ? textsMin : integersMin;
}

/** The overlap of two columns, estimated from their hashes. */
export type Overlap = {
  /** Common hashes, and the compared hashes of the smaller column. */
  shared: number;
  compared: number;
  /** The share of the first column's values that the second one has, and the reverse. */
  containment: number;
  contained: number;
  /** Common values as a share of all values of both (Jaccard). */
  overlap: number;
  /** Half of the 95 % confidence interval of `containment` and `contained`; 0 is exact. */
  error: number;
  /** The distance from `containment` to the farther end of its own interval. */
  containmentError: number;
};

type Hashed = Pick<JoinColumn, "distinct" | "share" | "chooser" | "below" | "hashes">;

/**
 * Compares two columns by the hashes below the bound up to which both are complete: a uniform sample of
 * both columns' values. If only a share of a column's values was read, the common ones are scaled
 * up accordingly. `noise` is added to the number of common hashes.
 */
export function compareHashes(one: Hashed, other: Hashed, noise = 0): Overlap {
  const bound = Math.min(one.below, other.below);
  const { ones, others, shared: found } = countShared(one.hashes, other.hashes, bound);
  const compared = Math.min(ones, others);
  const shared = Math.min(compared, Math.max(0, found + noise));
  const seen = bothSeen(one, other);
  const fraction = (bound / JOIN_HASH_LIMIT) * seen;
  const containment = shareOf(shared, ones, seen / one.share, fraction);
  const contained = shareOf(shared, others, seen / other.share, fraction);
  const common = Math.min(
    one.distinct,
    other.distinct,
    (containment.share * one.distinct + contained.share * other.distinct) / 2,
  );
  return {
    shared,
    compared,
    containment: containment.share,
    contained: contained.share,
    overlap: common / Math.max(1, one.distinct + other.distinct - common),
    error: Math.max(containment.error, contained.error),
    containmentError: containment.errorMax,
  };
}

/** The share of the common values that was read in both columns. */
function bothSeen(one: Hashed, other: Hashed): number {
  const isSame = one.chooser === other.chooser;
  return isSame ? Math.min(one.share, other.share) : one.share * other.share;
}

const confidence = 1.96;

/** The share of common values: `shared` of `all` were found, each with probability `chance`. */
function shareOf(
  shared: number,
  all: number,
  chance: number,
  fraction: number,
): { share: number; error: number; errorMax: number } {
  if (all === 0) return { share: 0, error: 1, errorMax: 1 };
  const share = Math.min(1, shared / (all * chance));
  if (fraction >= 1) return { share, error: 0, errorMax: 0 };
  // Wilson's formula: finding none or all of a few values does not mean that there is no error.
  const found = Math.min(1, shared / all);
  const square = confidence ** 2 / all;
  const spread = Math.sqrt(found * (1 - found) * square + square ** 2 / 4) / (1 + square);
  // The interval's centre lies towards one half: nothing found of two values may be two thirds.
  const shift = (Math.abs(0.5 - found) * square) / (1 + square);
  const scaled = (error: number) => Math.min(1, (error * Math.sqrt(1 - fraction)) / chance);
  return { share, error: scaled(spread), errorMax: scaled(spread + shift) };
}

function countShared(one: readonly number[], other: readonly number[], bound: number) {
  let ones = 0;
  let others = 0;
  let shared = 0;
  for (;;) {
    const left = one[ones] ?? JOIN_HASH_LIMIT;
    const right = other[others] ?? JOIN_HASH_LIMIT;
    if (Math.min(left, right) >= bound) return { ones, others, shared };
    if (left <= right) ones++;
    if (right <= left) others++;
    if (left === right) shared++;
  }
}

/** Read by `decodeJoinColumns` in `schemas.ts`. */
export function encodeJoinColumns(columns: readonly JoinColumn[]): string {
  return JSON.stringify({ join_version: 1, columns });
}
