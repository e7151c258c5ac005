/** Lists of a search's conditions, as Postgres takes them. */
import { type SQL, sql } from "drizzle-orm";

export function textArray(values: readonly string[]): SQL {
  return sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;
}

/** One parameter, however many there are. */
export function uuidArray(ids: readonly string[]): SQL {
  return sql`${`{${ids.join()}}`}::uuid[]`;
}
