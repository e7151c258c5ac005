/** The figures of a page of a list. */
import type { Pagination } from "./text.ts";

/** The envelope's `pagination` of a list that is paged by offset alone. */
export function offsetPagination(page: {
  limit: number;
  offset: number;
  total: number;
  count: number;
}): Pagination {
  const { limit, offset, total, count } = page;
  const hasMore = offset + count < total;
  return { limit, offset, total, total_is_exact: true, has_more: hasMore, next_cursor: null };
}
