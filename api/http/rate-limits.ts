/** Calls a window and client address, counted in the process (RateLimit header fields draft 10). */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { MarketError } from "../../market/errors.ts";
import type { Config } from "../../platform/config.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { RequestState } from "./request-state.ts";

type LimitsConfig = Pick<
  Config,
  | "RATE_LIMIT_PUBLIC_PER_MINUTE"
  | "RATE_LIMIT_AGENT_PER_MINUTE"
  | "RATE_LIMIT_OPERATOR_PER_MINUTE"
  | "RATE_LIMIT_REGISTER_PER_HOUR"
>;

type PolicyName = "public" | "agent" | "operator" | "register";
type Policy = { name: PolicyName; calls: number; windowSeconds: number };

type RateLimitVerdict = { headers: [string, string][]; refusal: MarketError | null };

export type RateLimits = (
  request: Request,
  state: RequestState,
) => Promise<RateLimitVerdict | null>;

/** What an operator's key is for, with or without one. */
const operatorPaths = /^\/(purchases|operator)(\/|$)|^\/datasets\/[^/]+\/buy$/;
/**
 * Signed URLs carry their own limits, a health check must never be refused, and the provider's
 * webhooks come as many as there are sales.
 */
const exemptPaths = /^\/(storage|health)\/|^\/webhooks\/stripe$/;

export function createRateLimits(config: LimitsConfig): RateLimits {
  const policies: Record<PolicyName, Policy> = {
    public: { name: "public", calls: config.RATE_LIMIT_PUBLIC_PER_MINUTE, windowSeconds: 60 },
    agent: { name: "agent", calls: config.RATE_LIMIT_AGENT_PER_MINUTE, windowSeconds: 60 },
    operator: {
      name: "operator",
      calls: config.RATE_LIMIT_OPERATOR_PER_MINUTE,
      windowSeconds: 60,
    },
    register: {
      name: "register",
      calls: config.RATE_LIMIT_REGISTER_PER_HOUR,
      windowSeconds: hourSeconds,
    },
  };
  const limiters = new Map(
    Object.values(policies).map((policy) => [
      policy.name,
      new RateLimiterMemory({
        keyPrefix: policy.name,
        points: policy.calls,
        duration: policy.windowSeconds,
      }),
    ]),
  );
  return async (request, { address, url }) => {
    const { pathname } = url;
    if (exemptPaths.test(pathname)) return null;
    const policy = policies[choosePolicy(request, pathname)];
    const limiter = limiters.get(policy.name);
    if (limiter === undefined) throw new Error(`no limiter for ${policy.name}`);
    try {
      return { headers: rateHeaders(policy, await limiter.consume(address)), refusal: null };
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      return { headers: rateHeaders(policy, spent), refusal: refusal(policy, spent) };
    }
  };
}

function choosePolicy(request: Request, pathname: string): PolicyName {
  if (request.method === "POST" && pathname === "/agent/register") return "register";
  if (operatorPaths.test(pathname)) return "operator";
  return request.headers.has("authorization") ? "agent" : "public";
}

function secondsLeft(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}

function rateHeaders(policy: Policy, state: RateLimiterRes): [string, string][] {
  const { name, calls, windowSeconds } = policy;
  return [
    ["ratelimit-policy", `"${name}";q=${calls};w=${windowSeconds}`],
    ["ratelimit", `"${name}";r=${Math.max(0, state.remainingPoints)};t=${secondsLeft(state)}`],
  ];
}

function refusal(policy: Policy, state: RateLimiterRes): MarketError {
  const retryAfterSeconds = secondsLeft(state);
  return new MarketError(
    "rate_limited",
    `${policy.calls} calls are allowed in ${policy.windowSeconds} seconds.`,
    { retryAfterSeconds },
  );
}
