import type { Pagination } from "./text.ts";

/** The envelope's `pagination` of a list that is paged by offset alone. */
export function offsetPagination(page: {
  limit: number;
  offset: number;
  total: number;
  count: number;
}): Pagination {
  const { limit, offset, total, count } = page;
  return { limit, offset, total, has_more: offset + count < total, next_cursor: null };
}
