import { PAGE_ITEMS_DEFAULT, PAGE_OFFSET_MAX } from "../../market/limits.ts";

export type PageOf<Item> = { items: Item[]; total: number };
export type PageWanted = { limit: number; offset: number };

/** The part of a list that an address asks for; invalid values give the first page. */
export function pageWanted(url: URL): PageWanted {
  const given = url.searchParams.get("offset") ?? "0";
  const offset = /^\d{1,6}$/.test(given) ? Math.min(Number(given), PAGE_OFFSET_MAX) : 0;
  return { limit: PAGE_ITEMS_DEFAULT, offset };
}

/** Converts a use case's list for the pages. */
export function pageOf<Item>(list: { items: Item[]; pagination: { total: number } }): PageOf<Item> {
  return { items: list.items, total: list.pagination.total };
}
