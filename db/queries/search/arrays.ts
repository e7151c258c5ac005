/** Lists as Postgres parameters. */
import { type SQL, sql } from "drizzle-orm";

export function textArray(values: readonly string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;
}

/** One parameter, whatever the number of ids. */
export function uuidArray(ids: readonly string[]): SQL {
  return sql`${`{${ids.join()}}`}::uuid[]`;
}

/** One parameter, whatever the number of integers. */
export function intArray(values: readonly number[]): SQL {
  return sql`${`{${values.join()}}`}::int[]`;
}
