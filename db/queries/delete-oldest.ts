/** Deletes old rows in batches, without waiting for locks. */
import { and, asc, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";

/** Rows older than `before`, at most `rowsMax` of them. */
export type Oldest = { before: Date; rowsMax: number };

/**
 * Deletes the oldest rows of the table of `time` and returns how many; `only` limits it to matching
 * rows. Needs an index that begins with `time`. Locks what it deletes, and skips locked rows. A
 * table with a one-column key may have partitions.
 */
export async function deleteOldest(
  db: Database,
  time: PgColumn,
  { before, rowsMax }: Oldest,
  only?: SQL,
): Promise<number> {
  const { table } = time;
  // ctid is as cheap, but it is unique only within a partition, so other rows could match.
  const key = Object.values(getTableColumns(table)).find(({ primary }) => primary) ?? sql`ctid`;
  const oldest = db
    .select({ key })
    .from(table)
    .where(and(lt(time, before), only))
    .orderBy(asc(time))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const deleted = await db
    .delete(table)
    // An array, because a join with the batch is planned as a scan of the table.
    .where(sql`${key} = any(array(${oldest}))`)
    .returning({ gone: sql<boolean>`true` });
  return deleted.length;
}
