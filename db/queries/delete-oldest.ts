/** How tables forget: the oldest rows go, many at a time, and whoever holds one is not waited for. */
import { and, asc, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";

/** What is older than `before`, at most `rowsMax` rows of it. */
export type Oldest = { before: Date; rowsMax: number };

/**
 * Deletes the oldest rows of the table of `time` and returns how many; `only` spares those that it does
 * not hold for. Needs an index that begins with `time`. Locks what it deletes, and skips what is locked.
 */
export async function deleteOldest(
  db: Database,
  time: PgColumn,
  { before, rowsMax }: Oldest,
  only?: SQL,
): Promise<number> {
  const { table } = time;
  const oldest = db
    .select({ place: sql`ctid` })
    .from(table)
    .where(and(lt(time, before), only))
    .orderBy(asc(time))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const deleted = await db
    .delete(table)
    // By their places, which were locked: a join with the batch is planned as a scan of the table.
    .where(sql`ctid = any(array(${oldest}))`)
    .returning({ gone: sql<boolean>`true` });
  return deleted.length;
}
