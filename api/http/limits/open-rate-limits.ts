/** Assembles a process's rate limits. */
import type { Database } from "../../../db/client.ts";
import { spendRateWindow } from "../../../db/queries/edge/rate-windows.ts";
import type { AgentTokens } from "../../../market/agent/agent-token.ts";
import type { Identity } from "../../../platform/identity/port.ts";
import type { Logger } from "../../../platform/log.ts";
import { Counter, type Registry } from "../../../platform/metrics.ts";
import { Outage } from "../../../platform/outage.ts";
import { type CallerContext, Callers } from "./identify-caller.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { SharedWindows, type SpendWindow } from "./shared-windows.ts";

type RateLimitDependencies = {
  /** Identifies callers. */
  reads: CallerContext;
  /** Counts calls, over its own pool. */
  counts: Database;
  tokens: AgentTokens;
  identity: Identity;
  log: Logger;
  registry: Registry;
};

export function openRateLimits(parts: RateLimitDependencies): RateLimits {
  const { reads, counts, tokens, identity, log, registry } = parts;
  const outage = new Outage(log, {
    begins: "calls are counted only by this process",
    ends: "calls are counted by all processes again",
  });
  const spend: SpendWindow = (wanted) => spendRateWindow(counts, wanted);
  const windows = new SharedWindows(spend, outage, reads.config.RATE_LIMIT_STORE_MS_MAX);
  const refused = new Counter({
    name: "market_rate_limited_total",
    help: "Calls that were refused because their caller made too many, by the limit: public, agent, operator, account, credentials, register, registrations.",
    labelNames: ["policy"],
    registers: [registry],
  });
  const callers = new Callers({ ctx: reads, tokens, identity });
  return createRateLimits(reads.config, windows, { callers, refused });
}
