/** The same rows in tables as they are and in partitions by ranges of ids, which begin with their instant. */
import type postgres from "postgres";
import { dayMs } from "../../../platform/time.ts";

export type Sql = postgres.Sql;
/** From one instant on and before another. */
export type Range = { name: string; from: Date; to: Date };
/** A table, and the id by whose range it is parted. */
export type Parted = { table: string; by: string };

/** Ranges of so many days from the first instant on, until the last one is covered. */
export function rangesOf(from: Date, to: Date, days: number): Range[] {
  const ranges: Range[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += days * dayMs) {
    ranges.push({
      name: `p${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}`,
      from: new Date(at),
      to: new Date(at + days * dayMs),
    });
  }
  return ranges;
}

/** The smallest UUID of version 7 that an instant can have. */
const idFrom = (at: Date) => at.getTime().toString(16).padStart(12, "0").padEnd(32, "0");

export const makeRange = (sql: Sql, table: string, { name, from, to }: Range) =>
  sql.unsafe(`create table ${table}_${name} partition of ${table}
    for values from ('${idFrom(from)}') to ('${idFrom(to)}')`);

/** An id of an instant, on any version of Postgres. */
export async function makeIdFunction(sql: Sql): Promise<void> {
  await sql.unsafe(`create function id_at(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$`);
}

/**
 * Copies a table into ranges with one for what is in none, and takes its place, with its keys, indexes
 * and triggers. Returns the unique indexes that do not hold the id, so are unique no more.
 */
export async function partTable(
  sql: Sql,
  { table, by }: Parted,
  ranges: readonly Range[],
): Promise<string[]> {
  const had = await definitionsOf(sql, table);
  await sql.unsafe(`alter table ${table} rename to ${table}_whole`);
  await sql.unsafe(`create table ${table} (like ${table}_whole including defaults including constraints
    including generated) partition by range (${by})`);
  for (const range of ranges) await makeRange(sql, table, range);
  await sql.unsafe(`create table ${table}_default partition of ${table} default`);
  await sql.unsafe(`insert into ${table} select * from ${table}_whole order by ${by}`);
  await sql.unsafe(`drop table ${table}_whole cascade`);
  const lost: string[] = [];
  for (const { definition, name, isPrimary, columns } of had.indexes) {
    const isKept = columns.includes(by);
    if (isPrimary) {
      const key = isKept ? columns : [...columns, by];
      await sql.unsafe(`alter table ${table} add primary key (${key.join(", ")})`);
      continue;
    }
    if (!isKept && definition.startsWith("CREATE UNIQUE")) lost.push(name);
    await sql.unsafe(isKept ? definition : definition.replace("CREATE UNIQUE", "CREATE"));
  }
  for (const statement of [...had.keys, ...had.triggers]) await sql.unsafe(statement);
  return lost;
}

async function definitionsOf(sql: Sql, table: string) {
  const indexes = await sql<
    { definition: string; name: string; isPrimary: boolean; columns: string[] }[]
  >`select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name,
      indisprimary as "isPrimary", array(select attname::text from pg_attribute
        where attrelid = indexrelid order by attnum) as columns
    from pg_index where indrelid = ${table}::regclass`;
  const keys = await sql<{ statement: string }[]>`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as statement
    from pg_constraint where contype = 'f' and conparentid = 0
      and ${table}::regclass in (conrelid, confrelid)`;
  const triggers = await sql<{ statement: string }[]>`select pg_get_triggerdef(oid) as statement
    from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`;
  return {
    indexes,
    keys: keys.map(({ statement }) => statement),
    triggers: triggers.map(({ statement }) => statement),
  };
}

/** Bytes of tables with their indexes, whatever they are parted into. */
export async function bytesOf(sql: Sql, tables: readonly string[]): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(relid))::float8 as bytes
    from unnest(${tables as string[]}::text[]) as name, lateral (
      select name::regclass as relid
      union select relid from pg_partition_tree(name::regclass)) as parts`;
  return row?.bytes ?? 0;
}
