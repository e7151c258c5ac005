/** A checksum per table, for comparing a restored database with its source. */
import { sql } from "drizzle-orm";
import type { Database } from "../../client.ts";

export type TableSum = { name: string; rows: number; sum: string };

/**
 * Row counts and hash sums of all our tables and sequences, by name. Leaves out generated columns,
 * because another major version of Postgres may stem words differently. `tx` must be a transaction
 * of its own and may take as long as the tables need.
 */
export async function readTableSums(tx: Database): Promise<TableSum[]> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local timezone = 'UTC'`);
  const tables = await tx.execute<{ name: string; columns: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(format('%I', column_name), ', ' order by column_name) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE'
      and is_generated = 'NEVER'
    group by table_schema, table_name
    order by table_schema, table_name`);
  const sums: TableSum[] = [];
  for (const { name, columns } of tables) sums.push(await sumOf(tx, name, columns));
  const sequences = await tx.execute<{ name: string; at: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0)::text as at
    from pg_sequences where schemaname in ('public', 'drizzle') order by 1`);
  return [...sums, ...sequences.map(({ name, at }) => ({ name, rows: 1, sum: at }))];
}

/** The names come from the catalogue and were quoted by Postgres. */
async function sumOf(tx: Database, name: string, columns: string): Promise<TableSum> {
  const [row] = await tx.execute<{ rows: string; sum: string }>(sql`
    select count(*)::text as rows, coalesce(sum(
      ('x' || left(md5(row(${sql.raw(columns)})::text), 15))::bit(60)::bigint
    ), 0)::text as sum from ${sql.raw(name)}`);
  return { name, rows: Number(row?.rows ?? 0), sum: row?.sum ?? "0" };
}

/** Lets another session, such as pg_dump's, see the same snapshot as this transaction. */
export async function exportSnapshot(tx: Database): Promise<string> {
  const [row] = await tx.execute<{ id: string }>(sql`select pg_export_snapshot() as id`);
  if (row === undefined) throw new Error("Postgres exported no snapshot.");
  return row.id;
}
