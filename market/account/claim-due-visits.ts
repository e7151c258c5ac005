/** Visits to the payment provider's pages that may have ended: claimed, and asked about side by side. */
import type { Logger } from "../../platform/log.ts";
import type { Context } from "../context.ts";

/** What asks the provider for many logs who failed: each of them is due again. */
export type SweepDeps = { ctx: Context; log: Logger };

const rowsPerRunMax = 10;
/** Longer than two tries of one call to the provider; what fails is due again after it. */
const leaseSeconds = 60;

/** What is claimed now, for how long, and how much of it at once. */
export function claimOf({ ctx }: SweepDeps) {
  const now = ctx.now();
  const leaseUntil = new Date(now.getTime() + leaseSeconds * 1000);
  return { now, leaseUntil, rowsMax: rowsPerRunMax };
}

/**
 * Does each side by side, so that a provider that is slow or away holds the clock up for one call's
 * time; returns how many succeeded.
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
    log.warn(entry, "what is due at the payment provider failed; it is due again");
  }
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}
