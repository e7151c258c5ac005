/** Calls a window by who makes them, counted by all processes together (RateLimit fields, draft 10). */
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
  /** Counts a call before anything else is done for it; null where nothing limits it. */
  admit(request: Request, state: RequestState): Promise<RateLimitVerdict | null>;
  /** What a call sends to prove who makes it. */
  credentialsOf(request: Request): Credentials | null;
  /**
   * As `admit` where nothing has to be asked of anybody; null, and nothing is counted, where it has.
   * `address`: matters where there are no credentials; `now`: by `performance.now()`.
   */
  countAtOnce(
    credentials: Credentials | null,
    address: string,
    now: number,
  ): RateWindowState | null;
  /**
   * What refuses a call of who is known to have nothing left; null, and nothing is counted, otherwise.
   * `address`: matters where credentials have proved nobody yet, too.
   */
  spentAtOnce(
    credentials: Credentials | null,
    address: string,
    now: number,
  ): RateWindowState | null;
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

/** A limit, and the name under which its windows are kept. */
type Budget = [policy: Policy, name: string];
/** Where a call is counted: at its maker, and at the account of several. */
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

  /** A call that its account has no more left for costs its maker nothing of its own. */
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

  /** The same where nobody has to be waited for; null, and nothing is counted, where the store has. */
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

  /** By who it is; whose credentials prove nobody is counted where they come from. */
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
      throw refusalOf(standing, " Another agent_name is counted by itself.");
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
