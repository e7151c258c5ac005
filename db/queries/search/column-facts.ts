/** Columns of a listing by name and by what they hold: the condition, and the facts of old listings. */
import { type SQL, sql } from "drizzle-orm";
import type { ColumnAsk } from "../../../market/search/column-asks.ts";
import type { Database } from "../../client.ts";
import { listings, profiles } from "../../schema/index.ts";
import { textArray } from "./arrays.ts";

/** That a listing has every one of these columns; of none, each has. */
export function hasColumns(asks: readonly ColumnAsk[]): SQL {
  if (asks.length === 0) return sql`true`;
  return sql.join(asks.map(hasColumn), sql` and `);
}

function hasColumn({ name, facts }: ColumnAsk): SQL {
  const named = sql`${listings.columnNames} @> array[${name}]::text[]`;
  if (facts.length === 0) return named;
  const meant = sql`${listings.columnFacts} && ${textArray(facts)}`;
  return name === null ? meant : sql`(${named} or ${meant})`;
}

/**
 * Gives listings of before there were facts of columns theirs, from the stored profiles; returns how
 * many. Rows that somebody else holds are left for the next time.
 */
export async function fillColumnFacts(db: Database, rowsMax: number): Promise<number> {
  const rows = await db.execute<{ id: string }>(sql`
    with lacking as materialized (
      select id, current_upload_id from ${listings}
      where column_facts is null
      order by id limit ${rowsMax} for no key update skip locked
    )
    update ${listings} set column_facts = coalesce((
      select column_facts(found.profile -> 'columns') from ${profiles} as found
      where found.upload_id = lacking.current_upload_id
    ), '{}')
    from lacking where ${listings.id} = lacking.id
    returning ${listings.id}
  `);
  return rows.length;
}
