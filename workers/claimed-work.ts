/**
 * Runs claimed rows, a few at once. Any number of processes may run it; a row belongs to one of them for the
 * time of its lease.
 */
import type { TimeCheck } from "../db/time-check.ts";
import { Bell } from "../platform/bell.ts";
import type { Logger } from "../platform/log.ts";
import { Outage } from "../platform/outage.ts";
import type { Role } from "./role.ts";

export type ClaimedWork<Row extends { id: string; claims: number }> = {
  /** What it works on, for the log. */
  name: string;
  concurrency: number;
  log: Logger;
  time: TimeCheck;
  claim(rowsMax: number): Promise<Row[]>;
  /** Returns the outcome, for the log. */
  run(row: Row, signal: AbortSignal): Promise<string>;
};

const pollSeconds = 1;

export function startClaimedWork<Row extends { id: string; claims: number }>(
  work: ClaimedWork<Row>,
): Role {
  const stopping = new AbortController();
  const running = workUntil(work, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function workUntil<Row extends { id: string; claims: number }>(
  work: ClaimedWork<Row>,
  signal: AbortSignal,
): Promise<void> {
  const tries = new Set<Promise<void>>();
  const bell = new Bell();
  const outage = new Outage(work.log, {
    begins: `due ${work.name} cannot be read; retrying`,
    ends: `due ${work.name} can be read again`,
  });
  while (!signal.aborted) {
    await work.time.untilRight(signal);
    if (signal.aborted) break;
    for (const row of await claim(work, work.concurrency - tries.size, outage)) {
      const one = runOne(work, row, signal).finally(() => {
        tries.delete(one);
        bell.ring();
      });
      tries.add(one);
    }
    await bell.wait(pollSeconds, signal);
  }
  await Promise.all(tries);
}

async function claim<Row extends { id: string; claims: number }>(
  work: ClaimedWork<Row>,
  rowsMax: number,
  outage: Outage,
): Promise<Row[]> {
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

async function runOne<Row extends { id: string; claims: number }>(
  { name, log, run }: ClaimedWork<Row>,
  row: Row,
  signal: AbortSignal,
): Promise<void> {
  const entry = { work: name, id: row.id, claims: row.claims };
  try {
    const outcome = await run(row, signal);
    log.info({ ...entry, outcome }, "ran claimed work");
  } catch (error) {
    log.warn({ ...entry, err: error }, "an outcome was not recorded; the work is repeated");
  }
}
