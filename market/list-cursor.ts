/** Cursors of lists that are ordered by one key. Pure. */
import { MarketError } from "./errors.ts";

/** `list` names the list and its order: in another one, the cursor would skip or repeat items. */
export function encodeListCursor(list: string, key: string): string {
  return Buffer.from(JSON.stringify([list, key])).toString("base64url");
}

/**
 * The key; null: read the list from its beginning. Errors: invalid_request for a foreign cursor.
 */
export function decodeListCursor(
  list: string,
  cursor: string | undefined,
  shape: RegExp,
): string | null {
  if (cursor === undefined) return null;
  const [itsList, key] = parse(cursor);
  if (itsList !== list || typeof key !== "string" || !shape.test(key)) {
    throw cursorFault("is not a cursor of this list");
  }
  return key;
}

function parse(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

export const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** For a column of type `integer`. */
export const numberShape = /^\d{1,9}$/;

/** For a column of type `bigint`. */
export const largeNumberShape = /^\d{1,15}$/;

/** Milliseconds since 1970, and an id for rows with the same time. */
export const instantShape = /^\d{1,13} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const instantKey = (at: Date, id: string): string => `${at.getTime()} ${id}`;

/**
 * Cuts rows (one more than a page was read) to a page of at most `limit`, with the next page's cursor.
 */
export function cutPage<Row>(
  rows: Row[],
  { list, limit, keyOf }: { list: string; limit: number; keyOf: (row: Row) => string },
): { shown: Row[]; pagination: { limit: number; has_more: boolean; next_cursor: string | null } } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const next = hasMore ? encodeListCursor(list, keyOf(last)) : null;
  return { shown, pagination: { limit, has_more: hasMore, next_cursor: next } };
}

export function cursorFault(detail: string): MarketError {
  return new MarketError("invalid_request", `The cursor ${detail}.`, {
    faults: [{ pointer: "?cursor", code: "invalid_cursor", detail }],
  });
}
