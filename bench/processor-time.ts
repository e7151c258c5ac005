/** The processor time of processes, which a busy machine distorts less than elapsed time. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Milliseconds of processor time in user and kernel mode. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * tickMs, 0);
}

/**
 * Starts counting; the returned function gives the milliseconds since then. Processes that have
 * ended count nothing.
 */
export function startProcessorMs(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, processorMs([pid])] as const);
  return () =>
    before
      .filter(([pid]) => existsSync(`/proc/${pid}/stat`))
      .reduce((sum, [pid, at]) => sum + processorMs([pid]) - at, 0);
}

/** These processes and all their descendants. */
export function withChildren(pids: readonly number[]): number[] {
  const all = new Set(pids);
  const started = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  for (let before = 0; before < all.size; ) {
    before = all.size;
    for (const { pid, parent } of started) if (all.has(parent)) all.add(pid);
  }
  return [...all];
}

/** The process's resident memory; 0 if it has ended. */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const parentOf = (pid: number) => Number(fieldsOf(pid)[1] ?? 0);

/**
 * User and system time. The fields follow the name, which is in parentheses and may contain spaces.
 */
function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** Empty if the process has ended. */
function fieldsOf(pid: number): string[] {
  const file = `/proc/${pid}/stat`;
  try {
    return readFileSync(file, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch (error) {
    if (error instanceof Error && "code" in error && goneCodes.has(String(error.code))) return [];
    throw error;
  }
}

const goneCodes: ReadonlySet<string> = new Set(["ENOENT", "ESRCH"]);

/** The Postgres processes of all clients of this database, on this machine. */
export async function backendPids(db: Database): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`);
  return rows.map(({ pid }) => pid);
}
