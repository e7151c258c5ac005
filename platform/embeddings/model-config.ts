/** The configuration of the process that serves the small model of embeddings. */
import type { z } from "zod";
import { environmentSchema, parseEnvironment } from "../config.ts";
import { telemetryKeys } from "../telemetry/variables.ts";

const modelEnvironmentSchema = environmentSchema.pick({
  HOST: true,
  LAME_DUCK_SECONDS: true,
  LOG_LEVEL: true,
  EMBEDDINGS_PORT: true,
  ...telemetryKeys,
});

/** Reads the variables of that process alone. Throws `ConfigError` that names every fault. */
export function loadModelConfig(
  env: Record<string, string | undefined>,
): z.infer<typeof modelEnvironmentSchema> {
  return parseEnvironment(modelEnvironmentSchema, env);
}

/** The model that comes along; another one gets another name, since vectors are kept by it. */
export const localModel = { name: "use-lite-en", dimensions: 512 } as const;
