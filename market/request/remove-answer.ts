import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswer, updateAnswer } from "../../db/queries/requests/answers.ts";
import { lockDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { loseDelivery } from "../bounty/end-bounty.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { answerActRefusal } from "./rules.ts";
import type { RemovalBody } from "./schemas.ts";

/**
 * Removes an answer in any state. The poster and the seller get an event, the seller a mail, too. Its
 * listing stays on sale. Returns whether anything changed: a removed one stays. Errors:
 * data_request_answer_not_found.
 */
export async function removeAnswer(
  ctx: Context,
  admin: AdminActor,
  key: { requestId: string; answerId: string },
  { reason }: RemovalBody,
): Promise<{ changed: boolean }> {
  const { requestId, answerId } = key;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockDataRequest(tx, requestId);
    const answer = await findAnswer(tx, key);
    if (request === null || answer === null) {
      throw new MarketError("data_request_answer_not_found", "There is no such answer.");
    }
    if (answer.state === "removed") return { changed: false };
    throwRefusals([answerActRefusal(answer.state, "remove")]);
    await updateAnswer(tx, answerId, { state: "removed", decidedAt: now, removedReason: reason });
    await loseDelivery(tx, request, { answerId, why: "An administrator removed it.", now });
    const { listingId } = answer;
    const subject = { subjectKind: "data_request", subjectId: requestId } as const;
    const detail = { answer_id: answerId, listing_id: listingId, reason };
    const action = "data_request.answer_removed";
    await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
    const poster = { kind: "account", id: request.accountId } as const;
    const to = [poster, ...(await findListingSeller(tx, listingId))];
    const data = { data_request_id: requestId, answer_id: answerId, dataset_id: listingId };
    const event = { type: "request.answer_removed", to, subjectId: requestId, data } as const;
    await emitEvent(tx, event, now);
    const notice = { notice: "request_answer_removed", answer_id: answerId } as const;
    const payload = { template: "request", data_request_id: requestId, ...notice } as const;
    await enqueueJob(tx, "jobs.mail", payload, now);
    return { changed: true };
  });
}
