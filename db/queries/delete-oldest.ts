/** How tables forget: the oldest rows go, many at a time, and whoever holds one is not waited for. */
import { and, asc, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";

/** What is older than `before`, at most `rowsMax` rows of it. */
export type Oldest = { before: Date; rowsMax: number };

/**
 * Deletes the oldest rows of the table of `time` and returns how many; `only` spares those that it does
 * not hold for. Needs an index that begins with `time`. Locks what it deletes, and skips what is locked.
 * A table may have partitions.
 */
export async function deleteOldest(
  db: Database,
  time: PgColumn,
  { before, rowsMax }: Oldest,
  only?: SQL,
): Promise<number> {
  const { table } = time;
  const oldest = db
    .select({ part: sql`tableoid`.as("part"), place: sql`ctid`.as("place") })
    .from(table)
    .where(and(lt(time, before), only))
    .orderBy(asc(time))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  // By their places, which were locked: a join with the batch is planned as a scan of the table. Each
  // partition counts places anew, and an operator may have made some: so a place is one of its own table.
  const deleted = await db.execute(sql`
    with oldest as materialized (${oldest})
    delete from ${table} where ctid = any(array(select place from oldest))
      and (tableoid, ctid) in (select part, place from oldest)
    returning true as gone`);
  return deleted.length;
}
