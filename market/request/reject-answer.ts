import { findListingSeller } from "../../db/queries/events/events.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswer, findAnswerDetail, updateAnswer } from "../../db/queries/requests/answers.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { bountyRefusal, lockOwnDataRequest } from "./actors.ts";
import type { AnswerView } from "./answer-schemas.ts";
import { viewAnswer } from "./answer-view.ts";
import { answerActRefusal } from "./rules.ts";

/**
 * Rejects a pending answer, in any state of the request; its seller gets an event, and the request can
 * take another answer instead. Rejecting it again changes nothing. Errors:
 * data_request_not_found, data_request_answer_not_found, data_request_answer_decided.
 */
export async function rejectAnswer(
  ctx: Context,
  poster: AccountActor,
  key: { requestId: string; answerId: string },
): Promise<AnswerView> {
  const { requestId, answerId } = key;
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockOwnDataRequest(tx, { requestId, accountId });
    const answer = await findAnswer(tx, key);
    if (answer === null) {
      throw new MarketError("data_request_answer_not_found", "The request has no such answer.");
    }
    const { listingId } = answer;
    if (answer.state !== "rejected") {
      throwRefusals([
        answerActRefusal(answer.state, "reject"),
        await bountyRefusal(tx, requestId, "reject"),
      ]);
      await updateAnswer(tx, answerId, { state: "rejected", decidedAt: now });
      const detail = { answer_id: answerId, listing_id: listingId };
      const subject = { subjectKind: "data_request", subjectId: requestId, detail } as const;
      const action = "data_request.answer_rejected";
      await writeAudit(tx, { actor: poster, action, ...subject }, now);
      const to = await findListingSeller(tx, listingId);
      const data = { data_request_id: requestId, answer_id: answerId, dataset_id: listingId };
      const event = { type: "request.answer_rejected", to, subjectId: requestId, data } as const;
      await emitEvent(tx, event, now);
    }
    const shown = await findAnswerDetail(tx, answerId);
    if (shown === null) throw new Error(`answer ${answerId} vanished under its lock`);
    return viewAnswer({ config: ctx.config, now }, shown);
  });
}
