/** Calls a window by who makes them, counted by all processes together (RateLimit fields, draft 10). */
import { createHash } from "node:crypto";
import { MarketError } from "../../../market/errors.ts";
import type { Counter } from "../../../platform/metrics.ts";
import type { RequestState } from "../request-state.ts";
import type { Callers } from "./identify-caller.ts";
import { networkOf } from "./network.ts";
import {
  isExempt,
  isRegistration,
  type LimitsConfig,
  type Policy,
  policiesOf,
  policyOfCaller,
} from "./policies.ts";
import type { SharedWindows, Standing } from "./shared-windows.ts";

export type RateLimitVerdict = { headers: [string, string][]; refusal: MarketError | null };

export type RateLimits = {
  /** Counts a call before anything else is done for it; null where nothing limits it. */
  admit(request: Request, state: RequestState): Promise<RateLimitVerdict | null>;
  /** The same where nothing has to be asked of anybody; null, and nothing is counted, where it has. */
  admitAtOnce(request: Request, address: string): RateLimitVerdict | null;
  /**
   * Counts a registration for its owner and name by where it comes from: nobody learns from a refusal what
   * others have done with that address, and nobody at one host spends what another there needs, who has
   * named an agent. Errors: rate_limited.
   */
  admitRegistration(asked: AskedAgent, address: string): Promise<void>;
};

/** As it is asked for: without a name one is derived of the owner's address. */
type AskedAgent = { owner_email: string; agent_name?: string | undefined };

type Counted = { policy: Policy; standing: Standing };

export function createRateLimits(
  config: LimitsConfig,
  windows: SharedWindows,
  { callers, refused }: { callers: Callers; refused: Counter<"policy"> },
): RateLimits {
  const policies = policiesOf(config);

  async function count(policy: Policy, caller: string): Promise<Counted> {
    return { policy, standing: await windows.take(policy, caller) };
  }

  /** By who it is; whose credentials prove nobody is counted where they come from. */
  async function countCaller(request: Request, address: string): Promise<Counted> {
    const credentials = callers.credentialsOf(request);
    if (credentials === null) return count(policies.public, networkOf(address));
    let caller = callers.known(credentials);
    if (caller === null) {
      const network = networkOf(address);
      const unproven = await count(policies.credentials, network);
      if (!unproven.standing.isAllowed) return unproven;
      caller = await callers.prove(credentials, request);
      if (caller === null) return unproven;
      windows.giveBack(policies.credentials, network);
    }
    return count(policies[policyOfCaller[caller.kind]], `${caller.kind}:${caller.id}`);
  }

  /** Null: who it is, or what is left, is not known here. */
  function countKnown(request: Request, address: string): Counted | null {
    const credentials = callers.credentialsOf(request);
    const caller = credentials === null ? null : callers.known(credentials);
    if (credentials !== null && caller === null) return null;
    const policy = policies[caller === null ? "public" : policyOfCaller[caller.kind]];
    const name = caller === null ? networkOf(address) : `${caller.kind}:${caller.id}`;
    const standing = windows.takeAtOnce(policy, name);
    return standing === null ? null : { policy, standing };
  }

  return {
    admitAtOnce(request, address) {
      const counted = countKnown(request, address);
      return counted === null ? null : verdictOf(counted);
    },
    async admit(request, { address, url }) {
      if (isExempt(url.pathname)) return null;
      const counted = isRegistration(request.method, url.pathname)
        ? await count(policies.registrations, networkOf(address))
        : await countCaller(request, address);
      if (!counted.standing.isAllowed) refused.inc({ policy: counted.policy.name });
      return verdictOf(counted);
    },
    async admitRegistration({ owner_email: owner, agent_name: name = "" }, address) {
      const pair = createHash("sha256").update(JSON.stringify([owner.toLowerCase(), name]));
      const caller = `${networkOf(address)} ${pair.digest("base64url")}`;
      const { policy, standing } = await count(policies.register, caller);
      if (standing.isAllowed) return;
      refused.inc({ policy: policy.name });
      throw refusalOf(policy, standing, " Another agent_name is counted by itself.");
    },
  };
}

function verdictOf({ policy, standing }: Counted): RateLimitVerdict {
  const refusal = standing.isAllowed ? null : refusalOf(policy, standing);
  return { headers: rateHeaders(policy, standing), refusal };
}

function secondsLeft({ msLeft }: Standing): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}

/** The same for each call of a policy. */
const policyHeaders = new WeakMap<Policy, string>();

function policyHeaderOf(policy: Policy): string {
  const known = policyHeaders.get(policy);
  if (known !== undefined) return known;
  const { name, calls, windowSeconds } = policy;
  const header = `"${name}";q=${calls};w=${windowSeconds}`;
  policyHeaders.set(policy, header);
  return header;
}

function rateHeaders(policy: Policy, standing: Standing): [string, string][] {
  return [
    ["ratelimit-policy", policyHeaderOf(policy)],
    ["ratelimit", `"${policy.name}";r=${standing.callsLeft};t=${secondsLeft(standing)}`],
  ];
}

function refusalOf({ calls, windowSeconds }: Policy, standing: Standing, hint = ""): MarketError {
  const detail = `${calls} calls are allowed in ${windowSeconds} seconds.${hint}`;
  return new MarketError("rate_limited", detail, { retryAfterSeconds: secondsLeft(standing) });
}
