/** Derives a column's type from the kinds of its JSON values. */
import type { RawKind } from "../../base/table.ts";
import { ARRAY, BIG_INTEGER, BOOLEAN, FRACTION, INTEGER, OBJECT, TEXT } from "./kinds.ts";

const kindsByMask: Readonly<Record<number, RawKind>> = {
  0: "empty",
  [INTEGER]: "integer",
  [FRACTION]: "number",
  [INTEGER | FRACTION]: "number",
  [BOOLEAN]: "boolean",
  [TEXT]: "json_text",
  [OBJECT]: "object",
  [ARRAY]: "array",
  [BIG_INTEGER]: "digits",
  [BIG_INTEGER | INTEGER]: "digits",
};

/** The raw kind of a column with these kinds of values. */
export function rawKindOf(kinds: number): RawKind {
  return kindsByMask[kinds] ?? "mixed";
}

/** Display names of the value kinds, in the order of a column's counts. */
const groups: readonly (readonly [name: string, kinds: number])[] = [
  ["number", INTEGER | FRACTION | BIG_INTEGER],
  ["boolean", BOOLEAN],
  ["text", TEXT],
  ["object", OBJECT],
  ["array", ARRAY],
];

/** The group of each kind, by its index in a column's counts. */
export const groupOf: Readonly<Record<number, number>> = Object.fromEntries(
  [INTEGER, FRACTION, BIG_INTEGER, BOOLEAN, TEXT, OBJECT, ARRAY].map((mask) => [
    mask,
    groups.findIndex(([, kinds]) => (kinds & mask) !== 0),
  ]),
);

/** The group of values with one or several kinds; -1 without values. */
export function groupOfKinds(kinds: number): number {
  return groups.findIndex(([, ofGroup]) => (ofGroup & kinds) !== 0);
}

/** Counts of values per group, all 0. */
export function noCounts(): number[] {
  return groups.map(() => 0);
}

/** The distribution of a column's values over JSON's types. */
export type KindMix = { dominantShare: number; description: string };

export function mixOf(counts: readonly number[]): KindMix {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const parts = groups
    .map(([name], group) => ({ name, count: counts[group] ?? 0 }))
    .filter((part) => part.count > 0)
    .sort((a, b) => b.count - a.count);
  return {
    dominantShare: (parts[0]?.count ?? 0) / Math.max(1, total),
    description: parts.map((part) => `${part.count} ${part.name}`).join(", "),
  };
}

/** The kind of a value, as a bit. */
export function maskOf(value: unknown): number {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) ? INTEGER : FRACTION;
    case "bigint":
      return BIG_INTEGER;
    case "boolean":
      return BOOLEAN;
    case "string":
      return TEXT;
    default:
      return Array.isArray(value) ? ARRAY : OBJECT;
  }
}
