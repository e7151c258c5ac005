/** Evaluates the deliveries to bounties: the whole file, by the contract of the bounty. */
import {
  claimDueDelivery,
  type DeliveryRow,
  findDueDeliveries,
  moveDelivery,
} from "../../../db/queries/bounties/bounties.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { lockDataRequest } from "../../../db/queries/requests/data-requests.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Queries } from "../../../platform/query/port.ts";
import type { AcceptanceResult } from "../../acceptance/results.ts";
import { nextAttempt } from "../../acceptance/rules.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import { notifyOfDelivery, rejectDelivered } from "../../bounty/end-bounty.ts";
import type { Context } from "../../context.ts";
import { eachDue } from "../../purchase/settlement/each-due.ts";
import { evaluateFile, evaluationLeaseMs } from "./evaluate-file.ts";

const actor: SystemActor = { kind: "system", name: "acceptance" };

/**
 * Evaluates due deliveries; returns how many were decided. Any number of processes may run it at once, and
 * each may die anywhere: figures are computed first, and one transaction records them. Who wins is decided
 * afterwards, by the order of submission.
 */
export async function evaluateDueDeliveries(
  ctx: Context,
  queries: Queries | null,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const due = await findDueDeliveries(ctx.db, { now: ctx.now(), rowsMax });
  return await eachDue(due, async (answerId) => {
    const now = ctx.now();
    const leaseUntil = new Date(now.getTime() + evaluationLeaseMs);
    const claimed = await claimDueDelivery(ctx.db, answerId, { now, leaseUntil });
    return claimed !== null && (await evaluate(ctx, queries, claimed));
  });
}

type Claimed = { delivery: DeliveryRow; terms: AcceptanceTerms; listingId: string };

async function evaluate(
  ctx: Context,
  queries: Queries | null,
  { delivery, terms, listingId }: Claimed,
): Promise<boolean> {
  const { answerId, uploadId, version, createdAt } = delivery;
  const { results, later } = await evaluateFile(ctx, queries, {
    terms,
    file: { datasetId: listingId, uploadId, version },
    at: createdAt,
    caller: `bounty:${delivery.requestId}`,
  });
  const now = ctx.now();
  const next = later === null ? null : nextAttempt(createdAt, delivery.attempts, now);
  if (next !== null) {
    const change = { dueAt: next, trouble: later };
    await moveDelivery(ctx.db, { answerId, from: ["pending"] }, change);
    return false;
  }
  const state = later === null ? verdictOf(results) : "undecided";
  return await record(ctx, delivery, { state, results, listingId, trouble: later, now });
}

/**
 * The seller chose the file, so a check that cannot run on it, for example for want of a column, has failed.
 * Only if the marketplace could not evaluate it for a day does a person have to decide.
 */
function verdictOf(results: readonly AcceptanceResult[]): "passed" | "failed" {
  return results.every(({ passed }) => passed === true) ? "passed" : "failed";
}

type Verdict = {
  state: "passed" | "failed" | "undecided";
  results: AcceptanceResult[];
  listingId: string;
  trouble: string | null;
  now: Date;
};

function record(
  { db }: Pick<Context, "db">,
  { answerId, requestId }: DeliveryRow,
  { state, results, listingId, trouble, now }: Verdict,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const request = await lockDataRequest(tx, requestId);
    if (request === null) throw new Error(`data request ${requestId} is gone`);
    const change = { state, results, dueAt: null, trouble, evaluatedAt: now };
    // It may have been withdrawn, or the bounty may have ended meanwhile.
    if (!(await moveDelivery(tx, { answerId, from: ["pending"] }, change))) return false;
    const failed = results.filter(({ passed }) => passed !== true).map(({ pointer }) => pointer);
    const detail = { answer_id: answerId, verdict: state, checks: results.length, failed };
    const subject = { subjectKind: "data_request", subjectId: requestId, detail } as const;
    await writeAudit(tx, { actor, action: "data_request.delivery_evaluated", ...subject }, now);
    if (state === "failed") {
      await rejectDelivered(tx, request, { answerId, verdict: "failed", now });
    } else {
      await notifyOfDelivery(tx, request, { answerId, listingId, verdict: state, now });
    }
    return true;
  });
}
