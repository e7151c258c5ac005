/**
 * A worker process: `bun workers/main.ts
 * [relay|clock|notify|profile|twin|embed|webhooks|matching|all]`. Any number of each may run. This
 * process loads no native module: code that can crash on a file runs in a child.
 */
import { pause } from "../platform/bell.ts";
import { ConfigError, loadConfig } from "../platform/config.ts";
import { PartTrouble } from "../platform/part-trouble.ts";
import { configured, requireArguments } from "../platform/program-arguments.ts";
import { warnOfClearSecrets } from "../platform/secrets/stored-secret.ts";
import { observeProcess } from "../platform/telemetry/observe-process.ts";
import { openDatasetChildren } from "./jobs/dataset-children.ts";
import { type RoleName, roleNames } from "./roles.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Time for start-up to notice a stop signal: longer than an attempt to connect takes. */
const startEndsSecondsMax = 5;
/** After the drain and the jobs' own grace something hangs, and the supervisor waits. */
const exitGraceSeconds = 10;

const argument = requireArguments({
  typedAs: "bun workers/main.ts",
  about: "Starts one worker process with a role, or with all.",
  words: ["all", ...roleNames],
  variables: configured,
});
try {
  await work(argument === "all" ? roleNames : roleNames.filter((role) => role === argument));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof PartTrouble)) throw error;
  refuse(`The worker cannot start. ${error.message}`);
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

async function work(roles: RoleName[]): Promise<void> {
  const config = loadConfig(process.env);
  const service = `worker-${argument}`;
  const { log, registry, stopTelemetry } = await observeProcess(config, service);
  warnOfClearSecrets(config, log);
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const onSignal = () => {
    log.info("stopping");
    stopping.abort();
    const deadlineSeconds = config.WORKER_DRAIN_SECONDS + exitGraceSeconds;
    setTimeout(() => process.exit(1), deadlineSeconds * 1000).unref();
  };
  process.once("SIGTERM", onSignal);
  process.once("SIGINT", onSignal);

  const starting = startWorker({
    config,
    roles,
    service,
    openDatasets: (tempDir, standbys) => openDatasetChildren(config, tempDir, standbys),
    now: () => new Date(),
    log,
    registry,
    signal: stopping.signal,
  });
  const started = await Promise.race([starting, stopped]);
  if (started !== undefined) await stopped;
  // An interrupted start-up holds nothing yet, but has written a heartbeat.
  const worker = started ?? (await brokenOff(starting));
  await worker?.stop();
  await stopTelemetry();
  process.exit(0);
}

/** Null once start-up has ended, or hangs in a part. */
async function brokenOff(starting: Promise<Worker>): Promise<Worker | null> {
  const ended = new AbortController();
  const worker = await Promise.race([
    starting.catch(() => null),
    pause(startEndsSecondsMax, ended.signal).then(() => null),
  ]);
  ended.abort();
  return worker;
}
