/** Conditions on a listing's columns, by name and by type. */
import { type SQL, sql } from "drizzle-orm";
import { listings } from "../../schema/index.ts";
import type { ColumnAsk } from "../../vocabulary/search.ts";
import { textArray } from "./arrays.ts";

/** Whether a listing has all of these columns; always true for an empty list. */
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
