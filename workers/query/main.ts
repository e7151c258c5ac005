/**
 * Starts a query process: `bun workers/query/main.ts`. It answers queries of datasets from the file
 * store, for the API only; it uses no database and stores only copies. Any number may run.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { QueryPool } from "../../dataset/query/engine.ts";
import { startFault } from "../../platform/config.ts";
import { createLameDuck, endOnSignal } from "../../platform/lame-duck.ts";
import { configured, requireArguments } from "../../platform/program-arguments.ts";
import { loadQueryConfig } from "../../platform/query/query-config.ts";
import { serve } from "../../platform/runtime.ts";
import { createStorage } from "../../platform/storage/open-storage.ts";
import { observeProcess } from "../../platform/telemetry/observe-process.ts";
import { makeProcessFolder, sweepWorkFolders } from "../jobs/work-folders.ts";
import { createEndpoint } from "./endpoint.ts";
import { ObjectCache } from "./object-cache.ts";
import { QueryRunner } from "./query-runner.ts";
import { sweepCopies } from "./sweep-copies.ts";

const idleTimeoutSeconds = 60;
/** Polars threads in each child. */
const threadsPerChild = 2;
/** Most time that a copy stays after its file was deleted from the store. */
const sweepEveryMs = 5 * 60_000;

async function main(): Promise<void> {
  const config = loadQueryConfig(process.env);
  const { log, stopTelemetry } = await observeProcess(config, "query");
  await sweepWorkFolders(config.WORK_DIR, new Date());
  const folder = await makeProcessFolder(config.WORK_DIR);
  const [copies, parts, temporary] = ["copies", "parts", "tmp"].map((name) =>
    join(folder.path, name),
  );
  if (copies === undefined || parts === undefined || temporary === undefined) return;
  for (const path of [copies, parts, temporary]) await mkdir(path);
  const pool = new QueryPool({
    tempDir: temporary,
    memoryBytesMax: config.QUERY_MEMORY_BYTES_MAX,
    threads: threadsPerChild,
    environment: {},
    children: config.QUERY_CHILDREN,
  });
  const cache = new ObjectCache({
    storage: createStorage(config.storage),
    folder: copies,
    bytesMax: config.QUERY_CACHE_BYTES_MAX,
    nowMs: () => performance.now(),
  });
  const runner = new QueryRunner({
    ...{ pool, cache, log, folder: parts },
    children: config.QUERY_CHILDREN,
    memoryBytesMax: config.QUERY_MEMORY_BYTES_MAX,
    secondsMax: config.QUERY_SECONDS_MAX,
  });
  const sweeping = sweepCopies(cache, { everyMs: sweepEveryMs, log });
  await pool.warm();
  const lameDuck = createLameDuck(config.LAME_DUCK_SECONDS);
  const answer = createEndpoint(runner, { secrets: config.QUERY_SECRET, serving: lameDuck.probe });
  const server = serve(answer, {
    host: config.HOST,
    port: config.QUERY_PORT,
    portName: "QUERY_PORT",
    idleTimeoutSeconds,
  });
  log.info({ port: server.port }, "listening");

  const drain = async () => {
    sweeping.stop();
    await server.stop();
    await pool.close();
    await cache.close();
    await folder.remove();
    await stopTelemetry();
  };
  endOnSignal({ log, lameDuck, drain });
}

requireArguments({
  typedAs: "bun workers/query/main.ts",
  about: "Starts one query process.",
  variables: configured,
});
try {
  await main();
} catch (error) {
  process.stderr.write(`The query process cannot start. ${startFault(error)}\n`);
  process.exit(1);
}
