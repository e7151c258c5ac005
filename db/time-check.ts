/** Compares a process's clock with the database's, which all processes share. */
import { sql } from "drizzle-orm";
import { pause, within } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Gauge, type Registry } from "../platform/metrics.ts";
import { Outage } from "../platform/outage.ts";
import { PartTrouble } from "../platform/part-trouble.ts";
import type { Database } from "./client.ts";

/** Synchronised machines differ by milliseconds; auctions and leases end to the second. */
const timeDifferenceSecondsMax = 10;
const lookEveryMs = 5000;
/** Shorter than readiness waits, so that a hanging database is reported by its own probe. */
const lookMsMax = 2000;
/** A clock jump larger than this triggers a new measurement. */
const jumpMsMax = 1000;

export type TimeCheck = {
  /** Positive if this machine's clock is ahead; NaN while the database does not answer. */
  differenceSeconds(): Promise<number>;
  /** Rejects with a `PartTrouble` while the difference is too large. */
  probe(): Promise<void>;
  /** Resolves once they agree, or when the signal fires. */
  untilRight(signal: AbortSignal): Promise<void>;
};

type ClockSample = { seconds: number; wallMs: number; steadyMs: number };

/** Measures at most once in five seconds, and at once after a clock jump. */
export function openTimeCheck(db: Database, now: () => Date, log: Logger): TimeCheck {
  let last: ClockSample | null = null;
  let looking: Promise<ClockSample> | null = null;
  const outage = new Outage(log, {
    begins: "this machine's clock is wrong; timed work is suspended until it is corrected",
    ends: "this machine's clock is right again",
  });

  async function differenceSeconds(): Promise<number> {
    if (last !== null && !isOld(last, now().getTime())) return last.seconds;
    looking ??= look(db, now).finally(() => {
      looking = null;
    });
    last = await looking;
    return last.seconds;
  }

  async function probe(): Promise<void> {
    const seconds = await differenceSeconds();
    // If the database does not answer, its own probe reports that.
    if (!(Math.abs(seconds) > timeDifferenceSecondsMax)) return;
    const side = seconds > 0 ? "ahead of" : "behind";
    const words = `this machine's clock is ${Math.round(Math.abs(seconds))} s ${side} the database's`;
    throw new PartTrouble(words);
  }

  return {
    differenceSeconds,
    probe,
    async untilRight(signal) {
      while (!signal.aborted) {
        try {
          await probe();
          outage.end();
          return;
        } catch (error) {
          // A constant message for the outage, because the difference changes with each
          // measurement.
          outage.meet(await sideOf(differenceSeconds()), { err: error });
          await pause(lookEveryMs / 1000, signal);
        }
      }
    },
  };
}

async function sideOf(seconds: Promise<number>): Promise<string> {
  return (await seconds) > 0 ? "it is ahead of the database's" : "it is behind the database's";
}

function isOld({ wallMs, steadyMs }: ClockSample, nowMs: number): boolean {
  const passedMs = performance.now() - steadyMs;
  return passedMs > lookEveryMs || Math.abs(nowMs - wallMs - passedMs) > jumpMsMax;
}

/**
 * A time between question and answer counts as no difference, so a slow database does not look
 * wrong.
 */
async function look(db: Database, now: () => Date): Promise<ClockSample> {
  const askedMs = now().getTime();
  const theirMs = await readDatabaseMs(db);
  const wallMs = now().getTime();
  const aheadMs = Math.max(0, askedMs - theirMs) - Math.max(0, theirMs - wallMs);
  return { seconds: aheadMs / 1000, wallMs, steadyMs: performance.now() };
}

async function readDatabaseMs(db: Database): Promise<number> {
  try {
    const asked = db.execute<{ ms: string }>(
      sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
    );
    const [row] = await within(lookMsMax, asked);
    return Number(row?.ms);
  } catch {
    return Number.NaN;
  }
}

/** Measured at each scrape; returns the check. */
export function registerTimeCheck(registry: Registry, check: TimeCheck): TimeCheck {
  new Gauge({
    name: "market_time_difference_seconds",
    help: "How far the clock of the process' machine is ahead of the database's, below 0 behind; NaN while the database does not answer.",
    registers: [registry],
    async collect() {
      this.set(await check.differenceSeconds());
    },
  });
  return check;
}
