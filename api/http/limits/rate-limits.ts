/** Rate limits per caller and window, counted across all processes (RateLimit fields, draft 10). */
import { createHash } from "node:crypto";
import { MarketError } from "../../../market/errors.ts";
import { foldEmail } from "../../../platform/email-address.ts";
import type { Counter } from "../../../platform/metrics.ts";
import type { RequestState } from "../request-state.ts";
import type { Caller, Callers, Credentials } from "./identify-caller.ts";
import { networkOf } from "./network.ts";
import {
  isExempt,
  isRegistration,
  type LimitsConfig,
  type Policy,
  policiesOf,
  policyOfCaller,
} from "./policies.ts";
import { policyField, refusalDetail, secondsLeft, standingField } from "./rate-limit-fields.ts";
import type { RateWindowState, SharedWindows } from "./shared-windows.ts";

type RateLimitVerdict = { headers: [string, string][]; refusal: MarketError | null };

export type RateLimits = {
  /** Counts a call before any other work; null if no limit applies. */
  admit(request: Request, state: RequestState): Promise<RateLimitVerdict | null>;
  /** The credentials that a call sends, not yet verified. */
  credentialsOf(request: Request): Credentials | null;
  /**
   * Like `admit`, but only if nothing has to be awaited; otherwise returns null and counts nothing.
   * `address`: used only without credentials; `now`: from `performance.now()`.
   */
  countAtOnce(
    credentials: Credentials | null,
    address: string,
    now: number,
  ): RateWindowState | null;
  /**
   * The refusal of a caller that is known to have no calls left; otherwise null, and nothing is
   * counted. `address`: also used if the credentials have not been verified yet.
   */
  spentAtOnce(
    credentials: Credentials | null,
    address: string,
    now: number,
  ): RateWindowState | null;
  /** Adds a refused call to the metric. */
  noteRefused(policy: Policy): void;
  /**
   * Counts a registration by network, together with the owner's address and the agent's name. So a
   * refusal does not show what others did with that address, and one caller of a network does not
   * use up what another needs there for a named agent. Errors: rate_limited.
   */
  admitRegistration(asked: AskedAgent, address: string): Promise<void>;
};

/** As requested: without a name, one is derived from the owner's address. */
type AskedAgent = { owner_email: string; agent_name?: string | undefined };

/** A limit and the key of its windows. */
type Budget = [policy: Policy, name: string];
/** The budgets that a call uses: the caller's own, and the one that its account's callers share. */
type Budgets = { own: Budget; shared: Budget | null };

export function createRateLimits(
  config: LimitsConfig,
  windows: SharedWindows,
  { callers, refused }: { callers: Callers; refused: Counter<"policy"> },
): RateLimits {
  const policies = policiesOf(config);

  function budgetsOf(caller: Caller, address: string): Budgets {
    const policy = policies[policyOfCaller[caller.kind]];
    if (caller.kind === "pending") return { own: [policy, networkOf(address)], shared: null };
    const own: Budget = [policy, `${caller.kind}:${caller.id}`];
    if (caller.sharedBy === null) return { own, shared: null };
    return { own, shared: [policies.account, `account:${caller.sharedBy}`] };
  }

  /** A call that the account's budget refuses does not use up the caller's own. */
  function settle(
    own: Budget,
    standing: RateWindowState,
    shared: RateWindowState,
  ): RateWindowState {
    if (!shared.isAllowed) windows.giveBack(...own);
    return shared.isAllowed && standing.callsLeft <= shared.callsLeft ? standing : shared;
  }

  async function take({ own, shared }: Budgets): Promise<RateWindowState> {
    const standing = await windows.take(...own);
    if (shared === null || !standing.isAllowed) return standing;
    return settle(own, standing, await windows.take(...shared));
  }

  /** Like `take`, but returns null and counts nothing if the store has to be asked. */
  function takeAtOnce({ own, shared }: Budgets, now: number): RateWindowState | null {
    const standing = windows.takeAtOnce(...own, now);
    if (shared === null || standing?.isAllowed !== true) return standing;
    const ofAccount = windows.takeAtOnce(...shared, now);
    if (ofAccount !== null) return settle(own, standing, ofAccount);
    windows.giveBack(...own);
    return null;
  }

  function spent({ own, shared }: Budgets, now: number): RateWindowState | null {
    return windows.spent(...own, now) ?? (shared === null ? null : windows.spent(...shared, now));
  }

  /** Counts by identity. Unverified credentials count for their network. */
  async function countCaller(request: Request, address: string): Promise<RateWindowState> {
    const credentials = callers.credentialsOf(request);
    if (credentials === null) return windows.take(policies.public, networkOf(address));
    let caller = callers.known(credentials);
    if (caller === null) {
      const network = networkOf(address);
      const unproven = await windows.take(policies.credentials, network);
      if (!unproven.isAllowed) return unproven;
      caller = await callers.prove(credentials, request);
      if (caller === null) return unproven;
      windows.giveBack(policies.credentials, network);
    }
    return take(budgetsOf(caller, address));
  }

  const noteRefused = ({ name }: Policy) => refused.inc({ policy: name });

  return {
    credentialsOf: (request) => callers.credentialsOf(request),
    countAtOnce(credentials, address, now) {
      if (credentials === null) return windows.takeAtOnce(policies.public, networkOf(address), now);
      const caller = callers.known(credentials);
      return caller && takeAtOnce(budgetsOf(caller, address), now);
    },
    spentAtOnce(credentials, address, now) {
      if (credentials === null) return windows.spent(policies.public, networkOf(address), now);
      const caller = callers.known(credentials);
      return caller === null
        ? windows.spent(policies.credentials, networkOf(address), now)
        : spent(budgetsOf(caller, address), now);
    },
    noteRefused,
    async admit(request, { address, url }) {
      if (isExempt(url.pathname)) return null;
      const standing = isRegistration(request.method, url.pathname)
        ? await windows.take(policies.registrations, networkOf(address))
        : await countCaller(request, address);
      if (!standing.isAllowed) noteRefused(standing.policy);
      const refusal = standing.isAllowed ? null : refusalOf(standing);
      return { headers: rateHeaders(standing), refusal };
    },
    async admitRegistration({ owner_email: owner, agent_name: name = "" }, address) {
      const pair = createHash("sha256").update(JSON.stringify([foldEmail(owner), name]));
      const caller = `${networkOf(address)} ${pair.digest("base64url")}`;
      const standing = await windows.take(policies.register, caller);
      if (standing.isAllowed) return;
      noteRefused(standing.policy);
      throw refusalOf(standing, " Another agent_name is counted separately.");
    },
  };
}

function rateHeaders(standing: RateWindowState): [string, string][] {
  return [
    ["ratelimit-policy", policyField(standing.policy)],
    ["ratelimit", standingField(standing)],
  ];
}

function refusalOf(standing: RateWindowState, hint = ""): MarketError {
  const detail = `${refusalDetail(standing.policy)}${hint}`;
  return new MarketError("rate_limited", detail, { retryAfterSeconds: secondsLeft(standing) });
}
