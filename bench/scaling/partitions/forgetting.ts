/** How a day is forgotten: by the clock's batches and a vacuum, or by dropping a range; and what it takes. */
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database } from "../../../db/client.ts";
import { quantileOf } from "../quantile.ts";
import type { Range, Sql } from "./layouts.ts";

const rowsMax = 5000;
/** In the order in which whoever owes an event takes them: dropping in another one ends in deadlocks. */
export const eventTables = ["events", "webhook_deliveries"];
export const tables = [...eventTables, "outbox"];

/** Milliseconds and bytes of the write-ahead log that something took; others may write meanwhile. */
export async function costOf(
  sql: Sql,
  work: () => Promise<unknown>,
): Promise<{ ms: number; walBytes: number }> {
  const place = async () => {
    const [row] = await sql<{ at: number }[]>`
      select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as at`;
    return row?.at ?? 0;
  };
  const from = await place();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  return { ms, walBytes: (await place()) - from };
}

type Purge = (db: Database, oldest: { before: Date; rowsMax: number }) => Promise<number>;

/** Deletes what is from before the instant, as the clock does; returns how many rows. */
export async function deleteInBatches(sql: Sql, purge: Purge, before: Date): Promise<number> {
  const db = drizzle(sql, { casing: "snake_case" });
  let deleted = 0;
  for (let batch = rowsMax; batch > 0; deleted += batch)
    batch = await purge(db, { before, rowsMax });
  return deleted;
}

export async function vacuum(sql: Sql, of: readonly string[]): Promise<void> {
  for (const table of of) await sql.unsafe(`vacuum ${table}`);
}

/**
 * Drops a range of tables in one transaction. Returns which locks it held on others than the dropped
 * ones. `lockMs` is how long a lock is waited for; 0: without end.
 */
export async function dropRange(
  sql: Sql,
  range: Range,
  of: readonly string[],
  lockMs = 0,
): Promise<string[]> {
  return await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${lockMs}`);
    await tx.unsafe(`lock table ${of.join(", ")} in access exclusive mode`);
    for (const table of of.toReversed()) {
      await tx.unsafe(`alter table ${table} detach partition ${table}_${range.name}`);
      await tx.unsafe(`drop table ${table}_${range.name}`);
    }
    const held = await tx<{ name: string }[]>`
      select distinct relation::regclass || ' ' || mode as name from pg_locks
      join pg_class on pg_class.oid = relation
      where pid = pg_backend_pid() and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock')
        and relname !~ '_p[0-9]+$' order by 1`;
    return held.map(({ name }) => name);
  });
}

/** Runs `work` while another session has read from the tables and goes on for so long, as a dump does. */
export async function besideReader<T>(
  url: string,
  readerMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const reader = postgres(url, { max: 1, onnotice: () => {} });
  let hasRead = (): void => {};
  const begun = new Promise<void>((resolve) => {
    hasRead = resolve;
  });
  const reading = reader.begin(async (tx) => {
    await tx`select from webhook_deliveries limit 1`;
    await tx`select from events limit 1`;
    hasRead();
    await tx`select pg_sleep(${readerMs / 1000})`;
  });
  await begun;
  const result = await work();
  await reading;
  await reader.end();
  return result;
}

/** What Postgres says where a lock took too long, or would have made a circle. */
const isOfLocks = (error: unknown) =>
  error instanceof postgres.PostgresError && ["55P03", "40P01"].includes(error.code);

/** Does it as often as it takes; returns what it returned at last, and how often it was refused. */
async function withTries<T>(work: () => Promise<T>): Promise<{ result: T; refused: number }> {
  for (let refused = 0; ; refused++) {
    try {
      return { result: await work(), refused };
    } catch (error) {
      if (!isOfLocks(error)) throw error;
      await sleep(500);
    }
  }
}

/** Drops a range of events and deliveries as often as it takes, waiting for each lock for `lockMs`. */
export function dropWithTries(sql: Sql, range: Range, lockMs: number) {
  return withTries(() => dropRange(sql, range, eventTables, lockMs));
}

/** Drops without the strongest lock, which Postgres does only where no range takes the rest. */
export async function dropConcurrently(sql: Sql, range: Range): Promise<number> {
  let refused = 0;
  for (const table of eventTables.toReversed()) {
    const part = `${table}_${range.name}`;
    let how = "concurrently";
    const detached = await withTries(async () => {
      const detach = `alter table ${table} detach partition ${part} ${how}`;
      // One that was refused in its second half is begun, and has to be ended.
      how = "finalize";
      await sql.unsafe(detach);
    });
    const dropped = await withTries(() => sql.unsafe(`drop table ${part}`));
    refused += detached.refused + dropped.refused;
  }
  return refused;
}

/** A batch of events by places or by ids; the instant is its parameter. */
const batchBy = (what: "ctid" | "id") => `delete from events where ${what} = any(array(
  select ${what} from events where created_at < $1 order by created_at limit ${rowsMax}
  for update skip locked)) returning true`;

/** How many rows that are not due a batch by places deletes, as the clock's was; it is undone. */
export async function countWronglyDeleted(sql: Sql, before: Date): Promise<number> {
  const at = before.toISOString();
  const young = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from events where created_at >= ${at}::timestamptz`;
    return row?.count ?? 0;
  };
  const had = await young();
  await sql`begin`;
  await sql.unsafe(batchBy("ctid"), [at]);
  const has = await young();
  await sql`rollback`;
  return had - has;
}

/** Milliseconds of a batch of events by places and by ids, taking turns at being first; each is undone. */
export async function msOfBatches(sql: Sql, before: Date): Promise<Record<string, number>> {
  const ways = ["ctid", "id"] as const;
  const took: Record<string, number[]> = {};
  for (let time = 0; time < 15; time++) {
    for (const way of time % 2 === 0 ? ways : ways.toReversed()) {
      await sql`begin`;
      const { ms } = await costOf(sql, () => sql.unsafe(batchBy(way), [before.toISOString()]));
      await sql`rollback`;
      took[way] = [...(took[way] ?? []), ms];
    }
  }
  return Object.fromEntries(Object.entries(took).map(([way, of]) => [way, quantileOf(of, 0.5)]));
}
