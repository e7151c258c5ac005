/** A range of a list, paged by cursor or by offset, and the condition for its start. */
import { lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/**
 * At most `limit` rows after the place `after`, without the first `offset`; null means from the
 * beginning.
 */
export type Slice = { limit: number; offset: number; after?: string | null | undefined };

/** For a list with the latest id first. */
export function behindId(column: PgColumn, { after }: Pick<Slice, "after">): SQL | undefined {
  return after == null ? undefined : lt(column, after);
}

/** For a list with the highest number first; `after` is digits. */
export function behindNumber(column: PgColumn, { after }: Pick<Slice, "after">): SQL | undefined {
  return after == null ? undefined : lt(column, Number(after));
}

/**
 * For a list by instant and then id, latest first; `after` is milliseconds since 1970, a blank, and
 * the id.
 */
export function behindInstant(
  columns: { at: PgColumn; id: PgColumn },
  { after }: Pick<Slice, "after">,
): SQL | undefined {
  if (after == null) return undefined;
  const [ms = "", id = ""] = after.split(" ");
  const at = new Date(Number(ms)).toISOString();
  return sql`(${columns.at}, ${columns.id}) < (${at}::timestamptz, ${id}::uuid)`;
}
