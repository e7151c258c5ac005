/** Limits answers to what a model can read; the resource holds everything. */
import type { ContentBlock } from "@modelcontextprotocol/server";
import type { CutView } from "../market/catalogue/tool-schemas.ts";

/** For the JSON of the rows or columns in one answer. */
const LIST_CHARS_MAX = 24_000;
/** For strangers' text in a tool's text; the structured content holds all of it. */
export const STRANGER_CHARS_MAX = 6000;

/** For a brief answer: a glance at a sample, and the columns of most files. */
const BRIEF_ROWS_MAX = 10;
const BRIEF_ROWS_CHARS_MAX = 4000;
const BRIEF_COLUMNS_MAX = 40;

export type Cut<Item> = { items: Item[]; cut: CutView };

/** The first entries whose JSON fits in so many characters, and at least one. */
export function cutList<Item>(
  items: Item[],
  resource: string,
  charsMax = LIST_CHARS_MAX,
): Cut<Item> {
  // Most lists fit as a whole, and one check of the list is cheaper than one for each entry.
  if (JSON.stringify(items).length - 1 <= charsMax) return { items, cut: null };
  let chars = 0;
  const end = items.findIndex((item) => {
    chars += JSON.stringify(item).length + 1;
    return chars > charsMax;
  });
  return end === -1 ? { items, cut: null } : cutAt(items, Math.max(1, end), resource);
}

function cutAt<Item>(items: Item[], itemsMax: number, resource: string): Cut<Item> {
  if (items.length <= itemsMax) return { items, cut: null };
  const shown = items.slice(0, itemsMax);
  return { items: shown, cut: { shown: itemsMax, total: items.length, resource } };
}

/** A brief answer shows the first columns, because it has few figures of each. */
export function cutColumns<Item>(items: Item[], resource: string, isFull: boolean): Cut<Item> {
  return isFull ? cutList(items, resource) : cutAt(items, BRIEF_COLUMNS_MAX, resource);
}

export function cutRows<Item>(items: Item[], resource: string, isFull: boolean): Cut<Item> {
  if (isFull) return cutList(items, resource);
  const { items: rows } = cutList(items, resource, BRIEF_ROWS_CHARS_MAX);
  return cutAt(items, Math.min(rows.length, BRIEF_ROWS_MAX), resource);
}

export function resourceLink(
  uri: string,
  name: string,
  description: string,
): Extract<ContentBlock, { type: "resource_link" }> {
  return { type: "resource_link", uri, name, description, mimeType: "application/json" };
}
