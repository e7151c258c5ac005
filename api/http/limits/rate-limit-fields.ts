/** What a caller is told of its limit: the RateLimit fields (draft 10). Pure. */
import type { Policy } from "./policies.ts";
import type { Standing } from "./shared-windows.ts";

export function secondsLeft({ msLeft }: Standing): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}

/** The same for each call of a policy. */
export function policyField({ name, calls, windowSeconds }: Policy): string {
  return `"${name}";q=${calls};w=${windowSeconds}`;
}

export function standingField(standing: Standing): string {
  return `"${standing.policy.name}";r=${standing.callsLeft};t=${secondsLeft(standing)}`;
}

export function refusalDetail({ calls, windowSeconds }: Policy): string {
  return `${calls} calls are allowed in ${windowSeconds} seconds.`;
}
