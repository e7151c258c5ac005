import type { SecretList } from "../secrets/secret-list.ts";
import { openHttpQueries } from "./http.ts";
import type { Queries } from "./port.ts";

type QueriesConfig = {
  QUERY_URL?: string | undefined;
  QUERY_SECRET?: SecretList | undefined;
  QUERY_SECONDS_MAX: number;
};

/** Longest wait for a turn and for bytes, in addition to the query's own time. */
const waitMsMax = 15_000;

/** Null if no query process is configured: datasets cannot be queried then. */
export function openQueries(config: QueriesConfig): Queries | null {
  const { QUERY_URL: baseUrl, QUERY_SECRET: secrets } = config;
  if (baseUrl === undefined || secrets === undefined) return null;
  const timeoutMs = config.QUERY_SECONDS_MAX * 1000 + waitMsMax;
  return openHttpQueries({ baseUrl, secret: secrets[0], timeoutMs });
}
