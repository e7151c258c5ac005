/** The cursor of a search's page: its place in the order, and how the walk over the pages began. Pure. */

import { z } from "zod";
import { cursorFault } from "../list-cursor.ts";
import { type ReadingName, readingNames } from "./readings.ts";

/** How common a term is when a walk begins: unknown, rare, or too common to be a match by itself. */
export type TermHolding = "unknown" | "rare" | "common";

/** The state at the beginning of a walk, so that later pages have the same ranking. */
export type Walk = {
  /** Whether partial matches are listed. */
  isPartial: boolean;
  /** Listings published later are left out. */
  startedAt: Date;
  /** The query's terms; weights in thousandths. */
  terms: { weight: number; holding: TermHolding }[];
  corrections: Record<string, string>;
  /** The reading of the query. */
  reading: ReadingName;
};

/**
 * A cursor is bound to its order: with another order it would skip or repeat items. Cursors of other lists
 * have the list's name before the order.
 */
export type Cursor = { sort: string; value: string; id: string; walk: Walk | null };

const holdings = { u: "unknown", r: "rare", c: "common" } as const;

/** The last instant with a four-digit year: Postgres cannot parse later ones as JavaScript writes them. */
const lastMs = Date.UTC(9999, 11, 31);

const walkSchema = z
  .tuple([
    z.boolean(),
    z.int().min(0).max(lastMs),
    z.array(z.tuple([z.int().min(0).max(1000), z.enum(["u", "r", "c"])])),
    z.record(z.string(), z.string()),
    z.enum(readingNames),
  ])
  .transform(([isPartial, startedAt, terms, corrections, reading]) => ({
    isPartial,
    startedAt: new Date(startedAt),
    terms: terms.map(([weight, letter]) => ({ weight, holding: holdings[letter] })),
    corrections,
    reading,
  }));

const cursorSchema = z.tuple([
  z.string(),
  z.string().regex(/^[0-9TZ :.+e-]{1,40}$/),
  z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  walkSchema.nullable(),
]);

export function encodeCursor({ sort, value, id, walk }: Cursor): string {
  const began = walk === null ? null : encodeWalk(walk);
  return Buffer.from(JSON.stringify([sort, value, id, began])).toString("base64url");
}

function encodeWalk({ isPartial, startedAt, terms, corrections, reading }: Walk): unknown[] {
  const brief = terms.map(({ weight, holding }) => [weight, holding[0]]);
  return [isPartial, startedAt.getTime(), brief, corrections, reading];
}

/** Errors: invalid_request for an invalid cursor, or one of another list or order. */
export function decodeCursor(text: string, sort: string): Cursor {
  const parts = parseCursor(text);
  if (parts === null) throw cursorFault("is not a valid cursor");
  const [cursorSort, value, id, walk] = parts;
  if (listOf(cursorSort) !== listOf(sort)) throw cursorFault("is not a cursor of this list");
  if (cursorSort !== sort) {
    throw cursorFault(`belongs to sort=${cursorSort.slice(listOf(cursorSort).length)}`);
  }
  return { sort, value, id, walk };
}

/** The list's name with its colon; empty for the catalogue. */
const listOf = (order: string): string => order.slice(0, order.indexOf(":") + 1);

/** Cursors from before walks existed have three parts. */
function parseCursor(text: string): z.output<typeof cursorSchema> | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const all = Array.isArray(parts) && parts.length === 3 ? [...parts, null] : parts;
    return cursorSchema.safeParse(all).data ?? null;
  } catch {
    return null;
  }
}

/** The text form of a place in each order, as Postgres or JavaScript writes it. */
export type PlaceKind = keyof typeof isPlace;

const instant = z.iso.datetime({ offset: true });
const int4Max = 2 ** 31 - 1;

const isPlace = {
  instant: (value: string) =>
    instant.safeParse(value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).success &&
    !value.startsWith("0000"),
  integer: (value: string) => /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= int4Max,
  number: (value: string) => /^-?\d{1,20}(\.\d{1,25})?(e[+-]?\d{1,2})?$/.test(value),
};

/** Errors: invalid_request for a place that cannot belong to this order. */
export function requirePlace(cursor: Cursor | null, kind: PlaceKind): void {
  if (cursor === null || isPlace[kind](cursor.value)) return;
  throw cursorFault("is not a valid cursor");
}
