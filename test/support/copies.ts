/** Many copies of a row that a test has made by the product's own code. */
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";

/**
 * Copies the rows of `table` that match `where`, `count` times each. `changes`: expressions by column, in which `g`
 * numbers the copies from 1; ids are new unless they say otherwise.
 */
export async function copyRows(
  db: Database,
  table: string,
  { where, count, changes = {} }: { where: SQL; count: number; changes?: Record<string, SQL> },
): Promise<void> {
  const columns = await db.execute<{ name: string }>(sql`select column_name as name
    from information_schema.columns where table_schema = 'public' and table_name = ${table}
      and is_generated = 'NEVER' order by ordinal_position`);
  const values: Record<string, SQL> = { id: sql`uuidv7()`, ...changes };
  const names = columns.map(({ name }) => name);
  const list = (items: SQL[]) => sql.join(items, sql`, `);
  await db.execute(sql`insert into ${sql.identifier(table)}
      (${list(names.map((name) => sql.identifier(name) as unknown as SQL))})
    select ${list(names.map((name) => values[name] ?? sql`original.${sql.identifier(name)}`))}
    from ${sql.identifier(table)} as original cross join generate_series(1, ${sql.raw(String(count))}) as g
    where ${where}`);
}
