/** Keeps answers within what a model can read; the whole is a resource. */
import type { ContentBlock } from "@modelcontextprotocol/server";
import type { CutView } from "../market/catalogue/tool-schemas.ts";

/** Of the JSON of the rows or columns that a tool gives out at once. */
const LIST_CHARS_MAX = 24_000;
/** Of a stranger's words in a tool's text; the structured content has them whole. */
export const STRANGER_CHARS_MAX = 6000;

export type Cut<Item> = { items: Item[]; cut: CutView };

/** The first entries whose JSON stays within LIST_CHARS_MAX, but one at least. */
export function cutList<Item>(items: Item[], resource: string): Cut<Item> {
  // Most lists are within the limit as a whole: one look at all costs less than one at each.
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
