/** Pages of lists that are walked by a cursor or by offsets, and their figures. */
import { cutPage, decodeListCursor } from "./list-cursor.ts";
import type { Pagination } from "./text.ts";

/** What a caller asks of a list. */
export type PageAsked = { limit: number; offset: number; cursor?: string | undefined };

/** A list in its order: its name stands in cursors, `keyOf` is a row's place in it, of this shape. */
export type WalkedList<Row> = { name: string; shape: RegExp; keyOf: (row: Row) => string };

type ReadSlice<Row> = (slice: {
  limit: number;
  offset: number;
  after: string | null;
}) => Promise<{ rows: Row[]; total: number }>;

/**
 * A page of a list, and where the next one begins. `read` is asked for one row more, and counts the
 * whole list, whichever page it is. Errors: invalid_request for a cursor of another list, or of none.
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
  return {
    rows: shown,
    pagination: { limit, offset, total, total_is_exact: true, has_more, next_cursor },
  };
}

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
