/** The rate limits of one process over the Postgres of `config`, as the API has them. */
import { createAgentTokens } from "../../api/agent-tokens.ts";
import { openRateLimits } from "../../api/http/limits/open-rate-limits.ts";
import { beginRequest } from "../../api/http/request-state.ts";
import { openRequestDatabases } from "../../db/request-databases.ts";
import type { Config } from "../../platform/config.ts";
import { openIdentity } from "../../platform/identity/openid.ts";
import { createLogger } from "../../platform/log.ts";
import { createRegistry } from "../../platform/metrics.ts";

/** `call` gives the milliseconds that a call was held up, and whether it passed. */
export function openLimits(config: Config) {
  const log = createLogger({ level: "silent", service: "bench" });
  const databases = openRequestDatabases(config, log);
  const rates = openRateLimits({
    reads: { config, db: databases.reads.db, now: () => new Date() },
    counts: databases.counts.db,
    tokens: createAgentTokens(config.AGENT_TOKEN_SECRET),
    identity: openIdentity(config),
    log,
    registry: createRegistry("bench"),
  });
  return {
    async call(address: string, headers: Record<string, string>) {
      const request = new Request("http://localhost/datasets", { headers });
      const state = beginRequest(request, address);
      const startedAt = performance.now();
      const verdict = await rates.admit(request, state);
      return { ms: performance.now() - startedAt, passed: verdict?.refusal === null };
    },
    close: () => databases.close(),
  };
}

/** The value at a share of sorted figures. */
export const at = (sorted: number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(4);
