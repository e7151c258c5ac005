/** A stretch of a list that is walked by a cursor or by offsets, and the condition that begins it. */
import { lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** At most `limit` rows behind the place `after`, without the first `offset`; null: from the beginning. */
export type Slice = { limit: number; offset: number; after?: string | null | undefined };

/** Of a list whose latest id comes first. */
export function behindId(column: PgColumn, { after }: Pick<Slice, "after">): SQL | undefined {
  return after == null ? undefined : lt(column, after);
}

/** Of a list whose highest number comes first; `after` is digits. */
export function behindNumber(column: PgColumn, { after }: Pick<Slice, "after">): SQL | undefined {
  return after == null ? undefined : lt(column, Number(after));
}

/** Of a list by instant and then id, the latest first; `after` is milliseconds since 1970, blank, id. */
export function behindInstant(
  columns: { at: PgColumn; id: PgColumn },
  { after }: Pick<Slice, "after">,
): SQL | undefined {
  if (after == null) return undefined;
  const [ms = "", id = ""] = after.split(" ");
  const at = new Date(Number(ms)).toISOString();
  return sql`(${columns.at}, ${columns.id}) < (${at}::timestamptz, ${id}::uuid)`;
}
