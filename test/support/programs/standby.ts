/**
 * A primary with streaming standbys from the embedded Postgres. Each standby is a copy of the
 * running primary's files, because the package lacks `pg_basebackup`.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { migrateDatabase } from "../../../db/migrate.ts";
import { freePort } from "../../../dev/parts/ports.ts";
import { type StartedPostgres, startPostgres } from "../../../dev/parts/postgres.ts";
import { createClusterDir } from "../run-folders.ts";
import { killServer, signalServer } from "./own-postgres.ts";

export type Standby = StartedPostgres & {
  /** Pauses and resumes the replay of received changes. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Kills all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
  /** Makes it a primary. */
  promote(): Promise<void>;
};

export type Cluster = { primary: StartedPostgres; standbys: Standby[]; stop(): Promise<void> };

/** The primary's database is migrated and empty. */
export async function startCluster(standbyCount: number): Promise<Cluster> {
  const folder = createClusterDir();
  const port = await freePort();
  const dataDir = join(folder, "primary");
  // Fast, but "on" is required: a replica's age is measured from writes whose COMMIT was answered.
  const settings = { synchronous_commit: "on" };
  const logFile = join(folder, "primary.log");
  const options = { port, dataDir, logFile, durable: false, settings };
  const primary = await startPostgres(options);
  await migrateDatabase(primary.url);
  const standbys: Standby[] = [];
  for (let index = 0; index < standbyCount; index += 1) {
    const standbyDir = join(folder, `standby-${index}`);
    await copyRunning(primary.url, { from: dataDir, to: standbyDir, port });
    standbys.push(await startStandby(standbyDir));
  }
  return {
    primary,
    standbys,
    async stop() {
      await Promise.all([primary, ...standbys].map((part) => part.stop()));
    },
  };
}

async function copyRunning(
  url: string,
  { from, to, port }: { from: string; to: string; port: number },
): Promise<void> {
  // One session, because the session that begins a backup must end it.
  const session = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await session`select pg_backup_start('test', true)`;
    cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith("postmaster.pid") });
    const [row] = await session`select labelfile from pg_backup_stop(false)`;
    writeFileSync(join(to, "backup_label"), row?.labelfile);
  } finally {
    await session.end();
  }
  rmSync(join(to, "pg_wal"), { recursive: true });
  mkdirSync(join(to, "pg_wal"), { mode: 0o700 });
  writeFileSync(join(to, "standby.signal"), "");
  const primaryInfo = `host=127.0.0.1 port=${port} user=postgres`;
  writeFileSync(join(to, "postgresql.auto.conf"), `primary_conninfo = '${primaryInfo}'\n`);
}

async function startStandby(dataDir: string): Promise<Standby> {
  const port = await freePort();
  const part = await startPostgres({ port, dataDir, logFile: `${dataDir}.log`, durable: false });
  const run = async (statement: string) => {
    const session = postgres(part.url, { max: 1 });
    await session.unsafe(statement);
    await session.end();
  };
  return {
    ...part,
    pauseReplay: () => run("select pg_wal_replay_pause()"),
    resumeReplay: () => run("select pg_wal_replay_resume()"),
    promote: () => run("select pg_promote()"),
    kill: () => killServer(part),
    freeze: () => signalServer(part, "SIGSTOP"),
    thaw: () => signalServer(part, "SIGCONT"),
  };
}
