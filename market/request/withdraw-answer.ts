import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswer, findAnswerDetail, updateAnswer } from "../../db/queries/requests/answers.ts";
import { lockDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { loseDelivery } from "../bounty/end-bounty.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import type { AnswerView } from "./answer-schemas.ts";
import { viewAnswer } from "./answer-view.ts";
import { answerActRefusal } from "./rules.ts";

/**
 * Withdraws a pending answer and notifies the poster. The same listing cannot answer the request again.
 * Withdrawing it again changes nothing. Errors: data_request_answer_not_found,
 * data_request_answer_decided.
 */
export async function withdrawAnswer(
  ctx: Context,
  agent: AgentActor,
  key: { requestId: string; answerId: string },
): Promise<AnswerView> {
  const { requestId, answerId } = key;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockDataRequest(tx, requestId);
    const answer = await findAnswer(tx, key);
    if (request === null || answer === null || answer.agentId !== agent.agentId) {
      throw new MarketError("data_request_answer_not_found", "You have no answer with this id.");
    }
    const { listingId } = answer;
    if (answer.state !== "withdrawn") {
      throwRefusals([answerActRefusal(answer.state, "withdraw")]);
      await updateAnswer(tx, answerId, { state: "withdrawn", decidedAt: now });
      await loseDelivery(tx, request, { answerId, why: "Its seller withdrew it.", now });
      const detail = { answer_id: answerId, listing_id: listingId };
      const subject = { subjectKind: "data_request", subjectId: requestId, detail } as const;
      const action = "data_request.answer_withdrawn";
      await writeAudit(tx, { actor: agent, action, ...subject }, now);
      const to = [{ kind: "account", id: request.accountId } as const];
      const data = { data_request_id: requestId, answer_id: answerId, dataset_id: listingId };
      const event = { type: "request.answer_withdrawn", to, subjectId: requestId, data } as const;
      await emitEvent(tx, event, now);
    }
    const shown = await findAnswerDetail(tx, answerId);
    if (shown === null) throw new Error(`answer ${answerId} vanished under its lock`);
    return viewAnswer({ config: ctx.config, now }, shown, "seller");
  });
}
