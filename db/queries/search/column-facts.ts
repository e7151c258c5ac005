/** The condition on the columns of a listing, by name and by what they hold. */
import { type SQL, sql } from "drizzle-orm";
import { listings } from "../../schema/index.ts";
import type { ColumnAsk } from "../../vocabulary/search.ts";
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
