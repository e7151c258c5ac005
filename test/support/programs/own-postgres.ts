/**
 * A Postgres server of one test file, which it may kill, freeze and restart without affecting
 * others.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { migrateDatabase } from "../../../db/migrate.ts";
import { type StartedPostgres, startPostgres } from "../../../dev/parts/postgres.ts";
import { createClusterDir } from "../run-folders.ts";
import { freePort } from "../stack.ts";

export type OwnPostgres = {
  url: string;
  /** Kills the server and all its backends with SIGKILL; resolves when none is left. */
  kill(): Promise<void>;
  /** Restarts it on the same port and data. */
  restart(): Promise<void>;
  /** Sends SIGSTOP to all of it: connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** `pg_terminate_backend` for every session but its own; returns their number. */
  terminateBackends(): Promise<number>;
  stop(): Promise<void>;
};

/** Runs without fsync, but an answered COMMIT survives a kill of the processes. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dir = createClusterDir();
  const port = await freePort();
  const options = { port, dataDir: join(dir, "data"), logFile: join(dir, "log"), durable: false };
  let server: StartedPostgres = await startPostgres(options);
  const { url } = server;
  const administer = async <Row>(statement: string): Promise<Row[]> => {
    const sql = new SQL(url, { max: 1 });
    try {
      return await sql.unsafe(statement);
    } finally {
      await sql.close();
    }
  };
  await administer("alter database market set synchronous_commit = on");
  await migrateDatabase(url);
  const signal = (name: NodeJS.Signals) => signalServer(server, name);
  return {
    url,
    kill: () => killServer(server),
    async restart() {
      server = await startPostgres(options);
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async terminateBackends() {
      const rows = await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      return rows.length;
    },
    async stop() {
      signal("SIGCONT");
      await server.stop();
    },
  };
}

/** Sends the signal to the server and all its backends. */
export function signalServer({ process: { pid } }: StartedPostgres, name: NodeJS.Signals): void {
  for (const each of processTree(pid)) send(each, name);
}

/** Sends SIGKILL; resolves when no process of the server is left. */
export async function killServer(server: StartedPostgres): Promise<void> {
  const pids = processTree(server.process.pid);
  for (const pid of pids) send(pid, "SIGKILL");
  await server.process.exited;
  while (pids.some(isRunning)) await Bun.sleep(5);
}

/** The process and its children; Postgres' backends are children of the first process. */
function processTree(rootPid: number): number[] {
  const children = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && statusOf(entry)?.parentPid === rootPid)
    .map(Number);
  return [rootPid, ...children];
}

/** Reads the fields after the command's name, which may itself contain spaces and brackets. */
function statusOf(pid: string): { state: string; parentPid: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state = "", parentPid] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state, parentPid: Number(parentPid) };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  const status = statusOf(String(pid));
  return status !== null && status.state !== "Z";
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended between the listing and this call.
  }
}
