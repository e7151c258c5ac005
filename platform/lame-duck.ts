/**
 * The time between the order to stop and the end of listening: readiness says no, so that whoever
 * balances the load sends nobody any more, while those who were already sent are still served.
 */
import { pause } from "./bell.ts";
import type { Probe } from "./health.ts";
import { PartTrouble } from "./part-trouble.ts";

export type LameDuck = {
  /** Rejects from the order to stop on: one of the probes of `/health/ready`. */
  probe: Probe;
  /** Resolves when the time is over. */
  begin(): Promise<void>;
};

/** `seconds` 0 ends listening at once, as where nothing balances a load. */
export function createLameDuck(seconds: number): LameDuck {
  let isStopping = false;
  return {
    async probe() {
      if (isStopping) throw new PartTrouble("the process is stopping");
    },
    async begin() {
      isStopping = true;
      if (seconds > 0) await pause(seconds, new AbortController().signal);
    },
  };
}
