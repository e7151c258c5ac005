/** Ends a bounty: live deliveries lose, and the rest of the money goes back to the poster. */
import type { Database } from "../../db/client.ts";
import {
  type HeldBounty,
  moveDelivery,
  readDeliveries,
  updateBounty,
} from "../../db/queries/bounties/bounties.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswer, findAnswerers, updateAnswer } from "../../db/queries/requests/answers.ts";
import type { DataRequestRow } from "../../db/queries/requests/data-requests.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import type { BountyEndCause } from "../../db/vocabulary/bounty.ts";
import { emitEvent } from "../event/emit-event.ts";
import { cancelPurse, endPurse } from "../purchase/purse/open-purse.ts";
import { BOUNTY_DELIVERIES_READ_MAX } from "./limits.ts";
import { liveDeliveries } from "./rules.ts";

type Ending = { actor: Actor; cause: BountyEndCause; now: Date };

const lostWords: Record<BountyEndCause, string> = {
  awarded: "All prizes were won by others.",
  expired: "The bounty has ended.",
  closed: "The poster has closed the request.",
  removed: "An administrator has removed the request.",
  unfunded: "The bounty was not funded.",
  charged_back: "The bank has taken the bounty's money back.",
  refunded: "The marketplace has refunded the bounty.",
};

/** The request is locked, then its bounty's purse. A bounty that has ended stays as it is. */
export async function endBounty(
  tx: Database,
  { bounty, purse }: HeldBounty,
  request: DataRequestRow,
  { actor, cause, now }: Ending,
): Promise<void> {
  if (bounty.endedAt !== null) return;
  const { requestId, awarded } = bounty;
  const to = [
    { kind: "account", id: request.accountId } as const,
    ...(await findAnswerers(tx, requestId)),
  ];
  await updateBounty(tx, requestId, { endedAt: now, endCause: cause });
  for (const { answerId } of await readDeliveries(tx, requestId, BOUNTY_DELIVERIES_READ_MAX)) {
    await loseDelivery(tx, request, { answerId, why: lostWords[cause], now });
  }
  await cancelPurse(tx, purse, { actor, now });
  await endPurse(tx, purse, { actor, now });
  const subject = { subjectKind: "data_request", subjectId: requestId } as const;
  const detail = { cause, awarded };
  await writeAudit(tx, { actor, action: "data_request.bounty_ended", ...subject, detail }, now);
  const data = { data_request_id: requestId, cause, awarded };
  await emitEvent(tx, { type: "request.bounty_ended", to, subjectId: requestId, data }, now);
  const notice = { notice: "bounty_ended", answer_id: null } as const;
  const payload = { template: "request", data_request_id: requestId, ...notice } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}

type Request = Pick<DataRequestRow, "id" | "accountId">;

/** A delivery that can no longer win; its answer is rejected. The request is locked. */
export async function loseDelivery(
  tx: Database,
  request: Request,
  { answerId, why, now }: { answerId: string; why: string; now: Date },
): Promise<void> {
  const change = { state: "lost", dueAt: null, trouble: why } as const;
  if (!(await moveDelivery(tx, { answerId, from: liveDeliveries }, change))) return;
  await rejectDelivered(tx, request, { answerId, verdict: "lost", now });
}

/** Rejects the answer of a delivery that failed or lost, and notifies both sides. */
export async function rejectDelivered(
  tx: Database,
  request: Request,
  of: { answerId: string; verdict: "failed" | "lost"; now: Date },
): Promise<void> {
  const { answerId, now } = of;
  const answer = await findAnswer(tx, { requestId: request.id, answerId });
  if (answer === null) throw new Error(`answer ${answerId} is gone`);
  if (answer.state === "pending") {
    await updateAnswer(tx, answerId, { state: "rejected", decidedAt: now });
  }
  await notifyOfDelivery(tx, request, { ...of, listingId: answer.listingId });
}

type Decided = {
  answerId: string;
  listingId: string;
  verdict: "passed" | "failed" | "undecided" | "won" | "lost";
  purchaseId?: string | null;
  now: Date;
};

export async function notifyOfDelivery(
  tx: Database,
  request: Request,
  { answerId, listingId, verdict, purchaseId = null, now }: Decided,
): Promise<void> {
  const { id: requestId } = request;
  const poster = { kind: "account", id: request.accountId } as const;
  const to = [poster, ...(await findListingSeller(tx, listingId))];
  const data = {
    data_request_id: requestId,
    answer_id: answerId,
    dataset_id: listingId,
    verdict,
    purchase_id: purchaseId,
  };
  await emitEvent(tx, { type: "request.delivery_decided", to, subjectId: requestId, data }, now);
  if (verdict !== "failed") return;
  const notice = { notice: "bounty_delivery_failed", answer_id: answerId } as const;
  const payload = { template: "request", data_request_id: requestId, ...notice } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
