/**
 * Starts the endpoint of the small English model: `bun workers/embeddings/main.ts`. It needs no
 * other part and stores nothing; several may run behind one address.
 */

import process from "node:process";
import { startFault } from "../../platform/config.ts";
import { loadModelConfig } from "../../platform/embeddings/model-config.ts";
import { createLameDuck, endOnSignal } from "../../platform/lame-duck.ts";
import { configured, requireArguments } from "../../platform/program-arguments.ts";
import { serve } from "../../platform/runtime.ts";
import { observeProcess } from "../../platform/telemetry/observe-process.ts";
import { createEndpoint } from "./endpoint.ts";
import { loadModel } from "./model.ts";
import { Turns } from "./turns.ts";

const idleTimeoutSeconds = 60;
const drainSecondsMax = 25;
/** A minute of work: further callers are better served without vectors. */
const textsWaitingMax = 1_000;

async function main(): Promise<void> {
  const config = loadModelConfig(process.env);
  const { log, stopTelemetry } = await observeProcess(config, "embeddings");
  const turns = new Turns(await loadModel(), { textsWaitingMax });
  const lameDuck = createLameDuck(config.LAME_DUCK_SECONDS);
  const server = serve(createEndpoint(turns, lameDuck.probe), {
    host: config.HOST,
    port: config.EMBEDDINGS_PORT,
    portName: "EMBEDDINGS_PORT",
    idleTimeoutSeconds,
  });
  log.info({ port: server.port }, "listening");

  const drain = async () => {
    await server.stop();
    await stopTelemetry();
  };
  endOnSignal({ log, lameDuck, drain, drainSecondsMax });
}

requireArguments({
  typedAs: "bun workers/embeddings/main.ts",
  about: "Starts one embeddings process.",
  variables: configured,
});
try {
  await main();
} catch (error) {
  process.stderr.write(`The embeddings endpoint cannot start. ${startFault(error)}\n`);
  process.exit(1);
}
