/** The daily reconciliation: compares each day after its end, missed days first. */
import { randomUUID } from "node:crypto";
import {
  changeRun,
  claimRun,
  findPlan,
  insertRuns,
  type RunRow,
} from "../../db/queries/reconciliation/runs.ts";
import type { Logger } from "../../platform/log.ts";
import type { Context } from "../context.ts";
import { advance, leaseEnd, RunLostError } from "./held-run.ts";
import { judgeDay } from "./judge-day.ts";
import { postProviderFees } from "./post-provider-fees.ts";
import { readTransactions } from "./read-transactions.ts";
import { dayOf, lastDay, missedDays, retrySeconds } from "./rules.ts";

type Deps = { ctx: Context; log: Logger };
type ClaimedRun = RunRow & { holder: string };

const plannedDaysMax = 400;
/** A pass stops after this time; the next one continues the run. */
const passSeconds = 5;

/**
 * Compares the due days, oldest first, one at a time across all processes; returns the number of
 * completed days. A run whose process died is continued, and a failed one is retried.
 */
export async function reconcileDueDays(deps: Deps): Promise<number> {
  const { ctx } = deps;
  await planDays(ctx);
  const deadline = new Date(ctx.now().getTime() + passSeconds * 1000);
  let ended = 0;
  while (ctx.now() < deadline) {
    const run = await claim(ctx);
    if (run === null) return ended;
    if (!(await goOn(deps, run, deadline))) return ended;
    ended += 1;
  }
  return ended;
}

async function planDays({ db, now: clock }: Context): Promise<void> {
  const now = clock();
  const { last, firstPostedAt } = await findPlan(db);
  const first = firstPostedAt === null ? lastDay(now) : dayOf(firstPostedAt);
  await insertRuns(db, missedDays({ done: last, first, now }, plannedDaysMax), now);
}

async function claim({ db, now: clock }: Context): Promise<ClaimedRun | null> {
  const now = clock();
  const holder = randomUUID();
  const run = await claimRun(db, { now, leaseUntil: leaseEnd(now), holder });
  return run === null ? null : { ...run, holder };
}

/** True: the day is completed. No other outcome may return true. */
async function goOn({ ctx, log }: Deps, run: ClaimedRun, deadline: Date): Promise<boolean> {
  const about = { day: run.day };
  try {
    const reading = await readTransactions(ctx, run, deadline);
    if (reading.kind === "failed") {
      await putOff(ctx, run, reading.detail);
      log.warn({ ...about, trouble: reading.detail }, "a day is not reconciled yet");
      return false;
    }
    if (reading.kind === "later" || !(await postFees(ctx, run, deadline))) {
      await changeRun(ctx.db, run, { state: "due", dueAt: ctx.now() });
      return false;
    }
    report(log, run.day, await judgeDay(ctx, run));
    return true;
  } catch (error) {
    if (error instanceof RunLostError) return false;
    await putOff(ctx, run, "it failed on our side; the log says how");
    throw error;
  }
}

/** False: some fees are not posted yet. */
async function postFees(ctx: Context, run: ClaimedRun, deadline: Date): Promise<boolean> {
  while ((await postProviderFees(ctx)) > 0) {
    await advance(ctx.db, run, { now: ctx.now() });
    if (ctx.now() >= deadline) return false;
  }
  return true;
}

async function putOff(
  { db, now: clock }: Context,
  run: ClaimedRun,
  failure: string,
): Promise<void> {
  const attempts = run.attempts + 1;
  const dueAt = new Date(clock().getTime() + retrySeconds(attempts) * 1000);
  await changeRun(db, run, { state: "failed", failure: failure.slice(0, 500), attempts, dueAt });
}

function report(
  log: Logger,
  day: string,
  { fresh, open, isCut }: Awaited<ReturnType<typeof judgeDay>>,
): void {
  if (open === 0) {
    log.info({ day }, "the ledger agrees with the payment provider");
    return;
  }
  const words = "the ledger differs from the payment provider";
  log.error({ day, new: fresh, open, isCut }, words);
}
