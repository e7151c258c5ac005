/**
 * What the rate limits add to a call: `bun bench/rate-limits.ts [calls]`. They alone, in this process,
 * over a real Postgres: calls of many addresses, of one address, and of one API key.
 */
import { createAgentTokens } from "../api/agent-tokens.ts";
import { openRateLimits } from "../api/http/limits/open-rate-limits.ts";
import { beginRequest } from "../api/http/request-state.ts";
import { openRequestDatabases } from "../db/request-databases.ts";
import { loadConfig } from "../platform/config.ts";
import { openIdentity } from "../platform/identity/openid.ts";
import { createLogger } from "../platform/log.ts";
import { createRegistry } from "../platform/metrics.ts";
import { openTestApi } from "../test/support/api.ts";
import { newKey, newOwner } from "../test/support/operators.ts";
import { stopStack, testEnv } from "../test/support/stack.ts";

const calls = Number(process.argv[2] ?? 20_000);
const warmUp = 1000;

const api = await openTestApi();
const config = loadConfig(await testEnv({ DATABASE_URL: api.databaseUrl }));
const log = createLogger({ level: "silent", service: "bench" });
const databases = openRequestDatabases(config, log);
const rates = openRateLimits({
  reads: { ...api.ctx, db: databases.reads.db },
  counts: databases.counts.db,
  tokens: createAgentTokens(config.AGENT_TOKEN_SECRET),
  identity: openIdentity(config),
  log,
  registry: createRegistry("bench"),
});
const { secret } = await newKey(api, await newOwner(api), {});
const authorization = `Bearer ${secret}`;

/** Milliseconds of each call, one after the other. */
async function measure(addressOf: (call: number) => string, headers: Record<string, string>) {
  const took: number[] = [];
  for (let call = 0; call < warmUp + calls; call += 1) {
    const request = new Request("http://localhost/datasets", { headers });
    const state = beginRequest(request, addressOf(call));
    const startedAt = performance.now();
    await rates.admit(request, state);
    took.push(performance.now() - startedAt);
  }
  return took.slice(warmUp).toSorted((one, other) => one - other);
}

const at = (sorted: number[], share: number) =>
  (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(4);

const kinds = {
  "many addresses": () =>
    measure((call) => `10.${call >> 16}.${(call >> 8) % 256}.${call % 256}`, {}),
  "one address": () => measure(() => "192.0.2.1", {}),
  "one API key": () => measure(() => "192.0.2.2", { authorization }),
};
for (const [name, run] of Object.entries(kinds)) {
  const sorted = await run();
  process.stdout.write(`${name}: p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms\n`);
}
await databases.close();
await api.close();
await stopStack();
process.exit(0);
