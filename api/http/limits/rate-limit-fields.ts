/** The RateLimit header fields (draft 10). Pure. */
import type { Policy, PolicyName } from "./policies.ts";
import type { RateWindowState } from "./shared-windows.ts";

export function secondsLeft({ msLeft }: RateWindowState): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}

/** Identical for all calls of a policy. */
export function policyField({ name, calls, windowSeconds }: Policy): string {
  return `"${name}";q=${calls};w=${windowSeconds}`;
}

export function standingField(standing: RateWindowState): string {
  return `"${standing.policy.name}";r=${standing.callsLeft};t=${secondsLeft(standing)}`;
}

/** Advice besides waiting, for limits that several callers share. */
const shares: Partial<Record<PolicyName, string>> = {
  public:
    " All callers of your network without credentials share them, with its agents that no owner has approved: " +
    "an API key, or an agent once its owner has approved it, has its own.",
  account:
    " All API keys and agents of the account share them: let fewer of them work at once, or more slowly.",
};

export function refusalDetail({ name, calls, windowSeconds }: Policy): string {
  return `${calls} calls are allowed in ${windowSeconds} seconds.${shares[name] ?? ""}`;
}
