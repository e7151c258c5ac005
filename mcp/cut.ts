/** Limits answers to what a model can read; the resource holds everything. */
import type { ContentBlock } from "@modelcontextprotocol/server";
import type { CutView } from "../market/catalogue/tool-schemas.ts";

/** For the JSON of the rows or columns in one answer. */
const LIST_CHARS_MAX = 24_000;
/** For strangers' text in a tool's text; the structured content holds all of it. */
export const STRANGER_CHARS_MAX = 6000;

export type Cut<Item> = { items: Item[]; cut: CutView };

/** The first entries whose JSON fits in LIST_CHARS_MAX, and at least one. */
export function cutList<Item>(items: Item[], resource: string): Cut<Item> {
  // Most lists fit as a whole, and one check of the list is cheaper than one for each entry.
  if (JSON.stringify(items).length - 1 <= LIST_CHARS_MAX) return { items, cut: null };
  let chars = 0;
  const end = items.findIndex((item) => {
    chars += JSON.stringify(item).length + 1;
    return chars > LIST_CHARS_MAX;
  });
  if (end === -1) return { items, cut: null };
  const shown = Math.max(1, end);
  return { items: items.slice(0, shown), cut: { shown, total: items.length, resource } };
}

export function resourceLink(
  uri: string,
  name: string,
  description: string,
): Extract<ContentBlock, { type: "resource_link" }> {
  return { type: "resource_link", uri, name, description, mimeType: "application/json" };
}
