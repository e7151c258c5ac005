/** Pages of lists by cursor or by offset, with their totals. */
import { cutPage, decodeListCursor } from "./list-cursor.ts";
import type { Pagination } from "./text.ts";

export type PageAsked = { limit: number; offset: number; cursor?: string | undefined };

/** A list in a fixed order. Cursors contain `name` and a row's `keyOf`, which matches `shape`. */
export type WalkedList<Row> = {
  name: string;
  shape: RegExp;
  keyOf: (row: Row) => string;
  /** `read` counts up to one row more. */
  countedMax?: number;
};

type ReadSlice<Row> = (slice: {
  limit: number;
  offset: number;
  after: string | null;
}) => Promise<{ rows: Row[]; total: number }>;

/**
 * A page of a list, and the cursor of the next one. `read` must return one row more than the page,
 * and the total of the whole list or of
 * `countedMax` plus one. Errors: invalid_request for a foreign or invalid cursor.
 */
export async function readPage<Row>(
  { limit, offset, cursor }: PageAsked,
  list: WalkedList<Row>,
  read: ReadSlice<Row>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const after = decodeListCursor(list.name, cursor, list.shape);
  const { rows, total } = await read({ limit: limit + 1, offset, after });
  const { shown, pagination } = cutPage(rows, { list: list.name, limit, keyOf: list.keyOf });
  const { has_more, next_cursor } = pagination;
  const { countedMax = Infinity } = list;
  const counted = { total: Math.min(total, countedMax), total_is_exact: total <= countedMax };
  return { rows: shown, pagination: { limit, offset, ...counted, has_more, next_cursor } };
}

/** The `pagination` of a list that is paged only by offset. */
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
