import { join } from "node:path";
import { localModel } from "../../platform/embeddings/model-config.ts";
import { answersOk } from "./identity.ts";
import { loopbackUrl, type StartedPart, startProcess, untilReady } from "./process.ts";

export const embeddingsUrl = (port: number): string => `${loopbackUrl(port)}/v1`;

export type StartedEmbeddings = StartedPart & { url: string; model: string };

/**
 * Starts the endpoint of the small English model as a deployment does (workers/embeddings/main.ts).
 * Rejects with the last lines of its log if it does not start.
 */
export async function startEmbeddings(options: {
  port: number;
  logFile: string;
}): Promise<StartedEmbeddings> {
  const origin = loopbackUrl(options.port);
  const child = startProcess({
    name: "embeddings",
    command: [process.execPath, join(import.meta.dir, "../../workers/embeddings/main.ts")],
    env: { ...process.env, HOST: "127.0.0.1", EMBEDDINGS_PORT: String(options.port) },
    logFile: options.logFile,
    deathSignal: "KILL",
    stopTimeoutMs: 2000,
  });
  await untilReady(child, () => answersOk(`${origin}/health/ready`));
  return {
    url: embeddingsUrl(options.port),
    model: localModel.name,
    process: child,
    stop: child.stop,
  };
}
