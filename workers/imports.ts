/**
 * Runs due imports, a few at once. Any number of processes may run; an import belongs to one of them
 * for the time of its lease.
 */
import type { ImportRow } from "../db/queries/imports/imports.ts";
import type { TimeCheck } from "../db/time-check.ts";
import { claimDueImports } from "../market/listing/import/run-claims.ts";
import { Bell } from "../platform/bell.ts";
import { Outage } from "../platform/outage.ts";
import { type ImportDeps, runImport } from "./jobs/run-import.ts";
import type { Role } from "./role.ts";

/** Each holds one part in memory. */
const concurrency = 4;
const pollSeconds = 1;

export function startImports(deps: ImportDeps & { time: TimeCheck }): Role {
  const stopping = new AbortController();
  const running = run(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(deps: ImportDeps & { time: TimeCheck }, signal: AbortSignal): Promise<void> {
  const tries = new Set<Promise<void>>();
  const bell = new Bell();
  const outage = new Outage(deps.log, {
    begins: "the due imports cannot be read; retrying",
    ends: "the due imports can be read again",
  });
  while (!signal.aborted) {
    await deps.time.untilRight(signal);
    if (signal.aborted) break;
    for (const row of await claim(deps, concurrency - tries.size, outage)) {
      const one = runOne(deps, row, signal).finally(() => {
        tries.delete(one);
        bell.ring();
      });
      tries.add(one);
    }
    await bell.wait(pollSeconds, signal);
  }
  await Promise.all(tries);
}

async function claim({ ctx }: ImportDeps, rowsMax: number, outage: Outage): Promise<ImportRow[]> {
  if (rowsMax === 0) return [];
  try {
    const due = await claimDueImports(ctx, rowsMax);
    outage.end();
    return due;
  } catch (error) {
    outage.meet("the database does not answer", { err: error });
    return [];
  }
}

async function runOne(deps: ImportDeps, row: ImportRow, signal: AbortSignal): Promise<void> {
  const entry = { importId: row.id, listingId: row.listingId, claims: row.claims };
  try {
    const outcome = await runImport(deps, row, signal);
    deps.log.info({ ...entry, outcome }, "ran an import");
  } catch (error) {
    deps.log.warn({ ...entry, err: error }, "an import's outcome was not recorded; it is repeated");
  }
}
