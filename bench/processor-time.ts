/** What processes have computed so far: figures that a busy machine spoils less than its clock. */
import { existsSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Milliseconds of processor time, of the programs and of the kernel for them. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0);
}

/** Begins to count; the answer says how much these have computed since. What has ended meanwhile counts nothing. */
export function startProcessorMs(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, processorMs([pid])] as const);
  return () =>
    before
      .filter(([pid]) => existsSync(`/proc/${pid}/stat`))
      .reduce((sum, [pid, at]) => sum + processorMs([pid]) - at, 0);
}

/** The fields behind the name, which stands in brackets and may hold blanks: user and system time. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

/** The Postgres processes of all clients of this database, on this machine. */
export async function backendPids(db: Database): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`);
  return rows.map(({ pid }) => pid);
}
