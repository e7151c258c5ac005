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

/**
 * Reads the variables of the process that serves the small embeddings model. Throws `ConfigError`
 * with every fault.
 */
export function loadModelConfig(
  env: Record<string, string | undefined>,
): z.infer<typeof modelEnvironmentSchema> {
  return parseEnvironment(modelEnvironmentSchema, env);
}

/** The bundled model. Another one must have another name, because vectors are stored by name. */
export const localModel = { name: "use-lite-en", dimensions: 512 } as const;
