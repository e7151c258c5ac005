/** How tables forget: the oldest rows go, many at a time, and whoever holds one is not waited for. */
import { and, asc, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../client.ts";

/** What is older than `before`, at most `rowsMax` rows of it. */
export type Oldest = { before: Date; rowsMax: number };

/**
 * Deletes the oldest rows of the table of `time` and returns how many; `only` spares those that it does
 * not hold for. Needs an index that begins with `time`. Locks what it deletes, and skips what is locked.
 * A table whose key is one column may have partitions.
 */
export async function deleteOldest(
  db: Database,
  time: PgColumn,
  { before, rowsMax }: Oldest,
  only?: SQL,
): Promise<number> {
  const { table } = time;
  // Places cost as little, but each partition counts them anew: there they are those of other rows, too.
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
    // In an array: a join with the batch is planned as a scan of the table.
    .where(sql`${key} = any(array(${oldest}))`)
    .returning({ gone: sql<boolean>`true` });
  return deleted.length;
}
