/**
 * The time between the order to stop and the end of listening: readiness says no, so that whoever
 * balances the load sends nobody any more, while those who were already sent are still served.
 */
import process from "node:process";
import { pause } from "./bell.ts";
import type { Probe } from "./health.ts";
import type { Logger } from "./log.ts";
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

export type Ending = {
  log: Logger;
  lameDuck: LameDuck;
  /** Done at the order itself: what no caller waits for. */
  atOnce?: () => void;
  /** Ends what runs, once nobody is sent any more. */
  drain: () => Promise<unknown>;
  /** Of `drain`: then the process ends with 1. Left out where what runs has an end of its own. */
  drainSecondsMax?: number;
};

/** At SIGTERM or SIGINT serves on as a lame duck, drains, and ends the process. */
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
