/**
 * The phase between the stop signal and the end of listening: readiness fails, so that load
 * balancers send no new requests, while earlier ones are still served.
 */
import process from "node:process";
import { pause } from "./bell.ts";
import type { Probe } from "./health.ts";
import type { Logger } from "./log.ts";
import { PartTrouble } from "./part-trouble.ts";

export type LameDuck = {
  /** Rejects after the stop signal: one of the probes of `/health/ready`. */
  probe: Probe;
  /** Resolves when the phase is over. */
  begin(): Promise<void>;
};

/** With `seconds` 0, listening ends at once, for deployments without a load balancer. */
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

export type Ending = {
  log: Logger;
  lameDuck: LameDuck;
  /** Runs at the signal itself: for work that no caller waits for. */
  atOnce?: () => void;
  /** Ends running work, once no new requests arrive. */
  drain: () => Promise<unknown>;
  /**
   * Limit for `drain`; afterwards the process exits with 1. Absent if the work has its own limit.
   */
  drainSecondsMax?: number;
};

/** At SIGTERM or SIGINT: continues as a lame duck, drains, and ends the process. */
export function endOnSignal({ log, lameDuck, atOnce, drain, drainSecondsMax }: Ending): void {
  const end = async () => {
    log.info("stopping");
    atOnce?.();
    await lameDuck.begin();
    log.info("draining");
    if (drainSecondsMax !== undefined) {
      setTimeout(() => process.exit(1), drainSecondsMax * 1000).unref();
    }
    await drain();
    process.exit(0);
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
}
