/** Claims visits to the payment provider's pages that may have ended, and asks about them concurrently. */
import type { Logger } from "../../platform/log.ts";
import type { Context } from "../context.ts";

/** Failures are logged, and their item is due again. */
export type SweepDeps = { ctx: Context; log: Logger };

const rowsPerRunMax = 10;
/** Longer than two attempts of one provider call; a failed item is due again after it. */
const leaseSeconds = 60;

/** The length of a claim, and how many to claim at once. */
export function claimOf({ ctx }: SweepDeps) {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
  return { now, leaseUntil, rowsMax: rowsPerRunMax };
}

/**
 * Runs all items concurrently, so that a slow or unavailable provider delays the clock only by the time of
 * one call; returns how many succeeded.
 */
export async function askForEach(
  { log }: SweepDeps,
  ids: string[],
  ask: (id: string) => Promise<unknown>,
): Promise<number> {
  const outcomes = await Promise.allSettled(ids.map(ask));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") continue;
    const entry = { err: outcome.reason, id: ids[index] };
    log.warn(entry, "a due call to the payment provider failed and will be retried");
  }
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}
