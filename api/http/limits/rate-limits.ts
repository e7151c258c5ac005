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
import {
  type Counted,
  policyField,
  refusalDetail,
  secondsLeft,
  standingField,
} from "./rate-limit-fields.ts";
import type { SharedWindows, Standing } from "./shared-windows.ts";

type RateLimitVerdict = { headers: [string, string][]; refusal: MarketError | null };

export type RateLimits = {
  /** Counts a call before anything else is done for it; null where nothing limits it. */
  admit(request: Request, state: RequestState): Promise<RateLimitVerdict | null>;
  /**
   * The same where nothing has to be asked of anybody; null, and nothing is counted, where it has.
   * `now`: by `performance.now()`.
   */
  countAtOnce(request: Request, address: () => string, now: number): Counted | null;
  /** What refuses a call of who is known to have nothing left; null, and nothing is counted, otherwise. */
  spentAtOnce(request: Request, address: () => string, now: number): Counted | null;
  /** Counts a call that was refused by it. */
  noteRefused(policy: Policy): void;
  /**
   * Counts a registration for its owner and name by where it comes from: nobody learns from a refusal what
   * others have done with that address, and nobody at one host spends what another there needs, who has
   * named an agent. Errors: rate_limited.
   */
  admitRegistration(asked: AskedAgent, address: string): Promise<void>;
};

/** As it is asked for: without a name one is derived of the owner's address. */
type AskedAgent = { owner_email: string; agent_name?: string | undefined };

type KnownCaller = { policy: Policy; name: string };

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

  /** By what a call is counted; null: who makes it is not known here. */
  function knownCaller(request: Request, address: () => string): KnownCaller | null {
    const credentials = callers.credentialsOf(request);
    if (credentials === null) return { policy: policies.public, name: networkOf(address()) };
    const caller = callers.known(credentials);
    if (caller === null) return null;
    return { policy: policies[policyOfCaller[caller.kind]], name: `${caller.kind}:${caller.id}` };
  }

  const noteRefused = ({ name }: Policy) => refused.inc({ policy: name });

  return {
    countAtOnce(request, address, now) {
      const known = knownCaller(request, address);
      if (known === null) return null;
      const standing = windows.takeAtOnce(known.policy, known.name, now);
      return standing === null ? null : { policy: known.policy, standing };
    },
    spentAtOnce(request, address, now) {
      const known = knownCaller(request, address);
      const { policy, name } = known ?? {
        policy: policies.credentials,
        name: networkOf(address()),
      };
      const standing = windows.spent(policy, name, now);
      return standing === null ? null : { policy, standing };
    },
    noteRefused,
    async admit(request, { address, url }) {
      if (isExempt(url.pathname)) return null;
      const counted = isRegistration(request.method, url.pathname)
        ? await count(policies.registrations, networkOf(address))
        : await countCaller(request, address);
      const { policy, standing } = counted;
      if (!standing.isAllowed) noteRefused(policy);
      const refusal = standing.isAllowed ? null : refusalOf(policy, standing);
      return { headers: rateHeaders(counted), refusal };
    },
    async admitRegistration({ owner_email: owner, agent_name: name = "" }, address) {
      const pair = createHash("sha256").update(JSON.stringify([owner.toLowerCase(), name]));
      const caller = `${networkOf(address)} ${pair.digest("base64url")}`;
      const { policy, standing } = await count(policies.register, caller);
      if (standing.isAllowed) return;
      noteRefused(policy);
      throw refusalOf(policy, standing, " Another agent_name is counted by itself.");
    },
  };
}

function rateHeaders(counted: Counted): [string, string][] {
  return [
    ["ratelimit-policy", policyField(counted.policy)],
    ["ratelimit", standingField(counted)],
  ];
}

function refusalOf(policy: Policy, standing: Standing, hint = ""): MarketError {
  const detail = `${refusalDetail(policy)}${hint}`;
  return new MarketError("rate_limited", detail, { retryAfterSeconds: secondsLeft(standing) });
}
