/**
 * Runs claimed rows, a limited number at once. Any number of processes may run it; a row belongs to one of
 * them for the time of its lease.
 */
import type { TimeCheck } from "../db/time-check.ts";
import { Bell } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { Role } from "./role.ts";

export type ClaimedWork<Row> = {
  /** What it works on, for the log. */
  name: string;
  concurrency: number;
  log: Logger;
  time: TimeCheck;
  claim(rowsMax: number): Promise<Row[]>;
  /** Never rejects. */
  run(row: Row, signal: AbortSignal): Promise<void>;
};

export type ClaimedRole = Role & {
  /** Makes it look for work at once. */
  wake(): void;
};

/** Most delay of a row after its pause. */
const pollSeconds = 1;

export function startClaimedWork<Row>(work: ClaimedWork<Row>): ClaimedRole {
  const stopping = new AbortController();
  const bell = new Bell();
  const running = workUntil(work, bell, stopping.signal);
  return {
    wake: () => bell.ring(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function workUntil<Row>(
  work: ClaimedWork<Row>,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const tries = new Set<Promise<void>>();
  const outage = new Outage(work.log, {
    begins: `the due ${work.name} cannot be read; retrying`,
    ends: `the due ${work.name} can be read again`,
  });
  while (!signal.aborted) {
    await work.time.untilRight(signal);
    if (signal.aborted) break;
    for (const row of await claim(work, work.concurrency - tries.size, outage)) {
      const one = work.run(row, signal).finally(() => {
        tries.delete(one);
        // Its end may have made another row due.
        bell.ring();
      });
      tries.add(one);
    }
    await bell.wait(pollSeconds, signal);
  }
  await Promise.all(tries);
}

async function claim<Row>(work: ClaimedWork<Row>, rowsMax: number, outage: Outage): Promise<Row[]> {
  if (rowsMax === 0) return [];
  try {
    const due = await work.claim(rowsMax);
    outage.end();
    return due;
  } catch (error) {
    outage.meet("the database does not answer", { err: error });
    return [];
  }
}

type Recorded = { name: string; log: Logger; metrics: Pick<WorkerMetrics, "transfers"> };

/** Logs and counts the outcome of `run`, or that it was not recorded. */
export function recorded<Row extends { id: string; claims: number }>(
  { name, log, metrics }: Recorded,
  run: (row: Row, signal: AbortSignal) => Promise<string>,
): ClaimedWork<Row>["run"] {
  return async (row, signal) => {
    const entry = { work: name, id: row.id, claims: row.claims };
    try {
      const outcome = await run(row, signal);
      metrics.transfers.inc({ work: name, outcome });
      log.info({ ...entry, outcome }, "ran claimed work");
    } catch (error) {
      metrics.transfers.inc({ work: name, outcome: "unrecorded" });
      log.warn({ ...entry, err: error }, "an outcome was not recorded; the work is repeated");
    }
  };
}
