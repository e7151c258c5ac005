/** When a purchase with an acceptance contract is refused, and how long its evaluation is tried. Pure. */
import { hourMs } from "../../platform/time.ts";
import { counted } from "../counted.ts";
import { type Refusal, type Check as RefusalCheck, refusalsOf } from "../refusal.ts";
import { ACCEPTANCE_FAILURES_PER_DAY_MAX, ACCEPTANCE_HOURS_MAX } from "./limits.ts";
import type { AcceptanceTerms, Check } from "./schemas.ts";

const publicMetrics: readonly Check["metric"][] = ["rowCount", "nullValues", "duplicateValues"];

/** Whether a check's figure says something about values that the public profile does not say. */
export function isProbe({ query, metric, arguments: given }: Check): boolean {
  const isOfSeveral = given?.properties !== undefined;
  return query !== undefined || isOfSeveral || !publicMetrics.includes(metric);
}

export function countProbes({ schema }: AcceptanceTerms): number {
  const checks = schema.flatMap(({ quality = [], properties = [] }) => [
    ...quality,
    ...properties.flatMap((property) => property.quality ?? []),
  ]);
  return checks.filter(isProbe).length;
}

/** `probes`: of the account's earlier contracts for this version that did not pass. */
export type AcceptanceFacts = {
  /** Null: the seller promises nothing. */
  terms: AcceptanceTerms | null;
  /** They are the seller's own, who has published them. */
  isPromised: boolean;
  probes: number;
  probesMax: number;
  failuresInDay: number;
};

export function acceptanceRefusals({
  terms,
  isPromised,
  probes,
  probesMax,
  failuresInDay,
}: AcceptanceFacts): Refusal[] {
  const own = terms === null || isPromised ? 0 : countProbes(terms);
  const left = Math.max(0, probesMax - probes);
  const checks: RefusalCheck[] = [
    [
      terms === null,
      "invalid_acceptance",
      "The seller promises no contract for this dataset. State your own conditions.",
    ],
    [
      own > left,
      "acceptance_budget_spent",
      `The contract has ${counted(own, "check")} about values; for this version ${left} of ${probesMax} are left to ` +
        "your account until it has bought it. Leave some out, or check row counts, missing and duplicate values.",
    ],
    [
      failuresInDay >= ACCEPTANCE_FAILURES_PER_DAY_MAX,
      "limit_reached",
      `${counted(failuresInDay, "purchase")} of your account failed their contract in 24 hours. Buy without ` +
        "a contract, or try again later.",
    ],
  ];
  return refusalsOf(checks, "/acceptance");
}

const firstPauseSeconds = 5;
const pauseSecondsMax = 600;

/** When the next attempt is due after `attempts`, or null: a person has to decide. */
export function nextAttempt(paidAt: Date, attempts: number, now: Date): Date | null {
  if (now.getTime() - paidAt.getTime() >= ACCEPTANCE_HOURS_MAX * hourMs) return null;
  const seconds = Math.min(pauseSecondsMax, firstPauseSeconds * 2 ** Math.min(attempts, 10));
  return new Date(now.getTime() + seconds * 1000);
}
