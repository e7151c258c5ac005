import { ConfigError, chooseStorage, environmentSchema, parseEnvironment } from "../config.ts";
import { storeFaults } from "../joint-faults.ts";
import { telemetryKeys } from "../telemetry/variables.ts";

const queryEnvironmentSchema = environmentSchema.pick({
  PUBLIC_BASE_URL: true,
  HOST: true,
  LAME_DUCK_SECONDS: true,
  LOG_LEVEL: true,
  WORK_DIR: true,
  S3_ENDPOINT: true,
  S3_PUBLIC_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_ETAGS_ARE_MD5: true,
  STORAGE_DIR: true,
  STORAGE_SIGNING_SECRET: true,
  QUERY_PORT: true,
  QUERY_SECRET: true,
  QUERY_CHILDREN: true,
  QUERY_SECONDS_MAX: true,
  QUERY_MEMORY_BYTES_MAX: true,
  QUERY_CACHE_BYTES_MAX: true,
  ...telemetryKeys,
});

const noSecretFault = "QUERY_SECRET: needed by the query process";

/** Reads the variables of the query process. Throws `ConfigError` with every fault. */
export function loadQueryConfig(env: Record<string, string | undefined>) {
  const environment = parseEnvironment(queryEnvironmentSchema, env, (given) => [
    ...(given.QUERY_SECRET === undefined ? [noSecretFault] : []),
    ...storeFaults(given),
  ]);
  const { QUERY_SECRET: secrets } = environment;
  if (secrets === undefined) throw new ConfigError([noSecretFault]);
  return { ...environment, QUERY_SECRET: secrets, storage: chooseStorage(environment) };
}
