/** Lists in pages: which items an address asks for, and what a page of them holds. */
import { PAGE_ITEMS_DEFAULT, PAGE_OFFSET_MAX } from "../../market/limits.ts";

export type PageOf<Item> = { items: Item[]; total: number };
export type PageWanted = { limit: number; offset: number };

/** Which items of a list an address asks for; nonsense gives the first ones. */
export function pageWanted(url: URL): PageWanted {
  const given = url.searchParams.get("offset") ?? "0";
  const offset = /^\d{1,6}$/.test(given) ? Math.min(Number(given), PAGE_OFFSET_MAX) : 0;
  return { limit: PAGE_ITEMS_DEFAULT, offset };
}

/** A use case's list, as the pages take it. */
export function pageOf<Item>(list: { items: Item[]; pagination: { total: number } }): PageOf<Item> {
  return { items: list.items, total: list.pagination.total };
}
