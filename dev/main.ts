/**
 * `bun dev`: runs the whole marketplace on loopback with one command. Starts the parts that no
 * variable replaces, migrates, starts the API, the workers and MCP, loads the demo catalogue, and
 * stops everything at the end.
 */
import { existsSync, renameSync, statSync } from "node:fs";
import { requireArguments } from "../platform/program-arguments.ts";
import { buildSdk } from "./build-sdk.ts";
import { refuseBusyPorts } from "./busy-ports.ts";
import { explainFault } from "./explain-fault.ts";
import { isMigrated } from "./is-migrated.ts";
import { type Lock, takeLock } from "./lock.ts";
import { answersOk } from "./parts/identity.ts";
import { databaseUrl } from "./parts/postgres.ts";
import { startProcess, untilReady } from "./parts/process.ts";
import { commonVariables, logFileOf, type PartStart, partsToStart } from "./parts-table.ts";
import { addressTable, tour } from "./report.ts";
import { loadSecrets } from "./secrets.ts";
import { readSettings, type Settings, settingsInWords } from "./settings.ts";
import { createSupervisor } from "./supervisor.ts";
import { bytesOnDisk, runnerOf } from "./tour-facts.ts";
import { type GivenParts, watchReadiness } from "./watch-readiness.ts";

const LOG_BYTES_MAX = 10 * 1024 * 1024;
const PARENT_CHECK_MS = 500;
/** Longer than the workers' drain (see `commonVariables`) plus their own deadline. */
const STOP_MS_MAX = 20_000;
const SIGNAL_REPEAT_MS = 500;
const READY_POLL_MS = 50;

requireArguments({
  typedAs: "bun dev",
  about:
    "Runs the whole marketplace on loopback, with stand-ins and a demo catalogue. Ctrl-C ends it.",
  variables: settingsInWords,
});
const startedAt = performance.now();
const supervisor = createSupervisor();
const stopping = new AbortController();
let lock: Lock | undefined;
let exitCode = 0;
let dataDir: string | undefined;
const runner = runnerOf(process.env.PATH ?? "");
endOnSignals();
try {
  const settings = readSettings(process.env);
  dataDir = settings.dataDir;
  lock = takeLock(settings.dataDir, settings.publicBaseUrl);
  await refuseBusyPorts(settings, { waitsForEnding: lock.wasAbandoned, runner });
  await Promise.race([startStack(settings), supervisor.ended]);
  await supervisor.ended;
} catch (error) {
  exitCode = 1;
  console.error(`\n${explainFault(error, dataDir)}\n`);
}
stopping.abort();
await supervisor.stopAll((name) => progress(`${name.padEnd(10)} stopping`));
lock?.release();
progress(exitCode === 0 ? "stopped" : "stopped after a fault");
process.exit(exitCode);

async function startStack(settings: Settings): Promise<void> {
  const secrets = loadSecrets(settings.dataDir);
  const parts = partsToStart(settings, secrets, progress);
  const addresses = Object.fromEntries(parts.map(({ part, address }) => [part, address]));
  const variables = Object.assign({}, ...parts.map((each) => each.variables));
  const env = childEnvironment({ ...commonVariables(settings, secrets), ...variables });

  for (const [part, variable] of Object.entries(settings.replacedBy)) {
    progress(`${part.padEnd(10)} skipped: ${variable} is set`);
  }
  // The other parts start at the same time as the services, which need them only at their first call.
  const starting = new Map(parts.map((each) => [each.part, startPart(settings, each)]));
  const services = async () => {
    await Promise.all([starting.get("nats"), starting.get("postgres"), buildClient()]);
    await runMigrations(settings, env);
    await Promise.all([
      startApi(settings, env),
      startWorkers(settings, env),
      startMcp(settings, env),
      ...(process.env.QUERY_URL ? [] : [startQuery(settings, env)]),
    ]);
  };
  await Promise.all([...starting.values(), services()]);
  progress(`ready at ${settings.publicBaseUrl}`);
  console.log(`\n${addressTable(settings, addresses)}\n`);

  const exampleId = await fillMarket(settings, env);
  if (stopping.signal.aborted) return;
  const facts = { exampleId, runner, bytesOnDisk: await bytesOnDisk(settings.dataDir) };
  console.log(tour(settings, addresses, facts));
}

/** Everything else works without the package that `/connect` serves. */
async function buildClient(): Promise<void> {
  await buildSdk().catch((error: unknown) => {
    progress(`sdk        not built: ${error instanceof Error ? error.message : String(error)}`);
  });
}

async function startPart(settings: Settings, { part, address, start }: PartStart): Promise<void> {
  rotateLog(logFileOf(settings, part));
  const started = await start();
  if (started !== null) supervisor.adopt(started.process, "part");
  progress(`${part.padEnd(10)} ready at ${address}`);
}

/**
 * The user's variables take precedence; an empty variable, as in `.env.example`, counts as not set.
 */
function childEnvironment(computed: Record<string, string>): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  return {
    ...computed,
    ...Object.fromEntries(given),
    API_PORT: computed.API_PORT,
    MCP_PORT: computed.MCP_PORT,
  };
}

async function runMigrations(settings: Settings, env: Record<string, string | undefined>) {
  const isEmbedded = settings.replacedBy.postgres === undefined;
  if (isEmbedded && (await isMigrated(databaseUrl(settings.ports.postgres)))) {
    return progress("database   has every migration");
  }
  const { migrateDatabase, migrationVariable } = await import("../db/migrate.ts");
  const { untilDatabaseAnswers } = await import("./until-database.ts");
  const variable = migrationVariable(env);
  const { [variable]: url } = env;
  if (url === undefined) throw new Error("There is no DATABASE_URL to migrate.");
  const given = { database: isEmbedded ? undefined : variable };
  await untilDatabaseAnswers(url, { tell: progress, given, variable });
  await migrateDatabase(url, { report: progress, variable });
  progress(`database   migrated${isEmbedded ? "" : ` (the one of ${variable})`}`);
}

async function startApi(settings: Settings, env: Record<string, string | undefined>) {
  await startBun(settings, "api", ["api/main.ts"], {
    env: { ...env, METRICS_PORT: String(settings.ports.api_metrics) },
    readyUrl: `http://127.0.0.1:${settings.ports.api}/health/ready`,
    statusPort: settings.ports.api_metrics,
  });
  progress(`api        ready at ${settings.publicBaseUrl}`);
}

async function startWorkers(settings: Settings, env: Record<string, string | undefined>) {
  const port = settings.ports.workers_metrics;
  await startBun(settings, "workers", ["workers/main.ts", "all"], {
    env: { ...env, METRICS_PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    statusPort: port,
  });
  progress("workers    ready, all roles");
}

/** Waits for liveness only: it is ready once the API is, which starts at the same time. */
async function startMcp(settings: Settings, env: Record<string, string | undefined>) {
  const port = settings.ports.mcp_metrics;
  await startBun(settings, "mcp", ["mcp/main.ts"], {
    env: { ...env, METRICS_PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/health/live`,
  });
  progress(`mcp        ready at ${settings.mcpPublicUrl}`);
}

async function startQuery(settings: Settings, env: Record<string, string | undefined>) {
  const { query: port } = settings.ports;
  await startBun(settings, "query", ["workers/query/main.ts"], {
    env: { ...env, QUERY_PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/health/live`,
  });
  progress("query      ready");
}

async function startBun(
  settings: Settings,
  name: string,
  script: string[],
  options: { env: Record<string, string | undefined>; readyUrl: string; statusPort?: number },
): Promise<void> {
  const logFile = logFileOf(settings, name);
  rotateLog(logFile);
  const child = startProcess({
    name,
    command: [process.execPath, ...script],
    cwd: settings.repositoryDir,
    env: options.env,
    logFile,
    stopTimeoutMs: STOP_MS_MAX,
  });
  supervisor.adopt(child, "service");
  const { readyUrl, statusPort } = options;
  if (statusPort === undefined) return await untilReady(child, () => answersOk(readyUrl));
  await untilReady(child, () => answersOk(`http://127.0.0.1:${statusPort}/health/live`));
  const { signal } = stopping;
  const given = givenParts(settings);
  void watchReadiness({ name, statusPort, given }, { tell: progress, signal });
  // Without a time limit: the watch reports the missing part, and Ctrl-C or the child's end stops
  // the wait.
  while (!signal.aborted && !(await answersOk(readyUrl))) await Bun.sleep(READY_POLL_MS);
  if (signal.aborted) throw new Error(`${name} was stopped before it was ready.`);
}

/** The children's names for parts that a variable has replaced. */
function givenParts({ replacedBy }: Settings): GivenParts {
  const { postgres: database, nats, storage } = replacedBy;
  return { database, nats, storage };
}

/** Returns the id of a free dataset for the tour, if there is a catalogue. */
async function fillMarket(
  settings: Settings,
  env: Record<string, string | undefined>,
): Promise<string | undefined> {
  if (!settings.loadsCatalogue) {
    progress("catalogue  skipped: DEMO_CATALOGUE is false, or identity or mail is not embedded");
    return undefined;
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) throw new Error("There is no identity provider.");
  // Asked for here: its code takes half a second to load, for which nobody should wait at a start.
  const [{ demoDatasets }, { loadDemo }] = await Promise.all([
    import("./catalogue/datasets.ts"),
    import("./catalogue/load-demo.ts"),
  ]);
  try {
    return await loadDemo({
      baseUrl: settings.publicBaseUrl,
      identity: { issuer, clientId, clientSecret },
      dataDir: settings.dataDir,
      datasets: demoDatasets.filter(({ file }) => settings.demoFiles?.has(file) ?? true),
      env: settings.replacedBy.payments ? null : env,
      onProgress: (line) => progress(`catalogue  ${line}`),
    });
  } catch (error) {
    if (stopping.signal.aborted) return undefined;
    // The marketplace works without demo data; the next start continues loading.
    progress(`catalogue  not complete: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function rotateLog(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES_MAX) {
    renameSync(logFile, `${logFile}.1`);
  }
}

/**
 * The first signal stops in order; a second one exits at once, and the kernel ends the children.
 */
function endOnSignals(): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    // Ctrl-C may arrive twice at once: from the terminal, and from `bun run`.
    if (firstAt !== undefined && performance.now() - firstAt < SIGNAL_REPEAT_MS) return;
    if (firstAt !== undefined) process.exit(130);
    firstAt = performance.now();
    progress("stopping (once more to stop at once)");
    supervisor.requestStop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);

  // `bun dev` runs us from a script: if that parent is killed with -9, we must end, too.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) supervisor.requestStop();
  }, PARENT_CHECK_MS).unref();
}

function progress(line: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`[${seconds} s] ${line}`);
}
