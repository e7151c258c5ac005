import type { Database } from "../../db/client.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { lockOwnListing } from "../../db/queries/listings/listings.ts";
import {
  type AnswerRow,
  countAnswers,
  findAnswerDetail,
  firstOfLastAnswers,
  insertAnswer,
} from "../../db/queries/requests/answers.ts";
import { type DataRequestRow, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AgentActor } from "../../db/vocabulary/actor.ts";
import { daySeconds } from "../../platform/time.ts";
import { enterDelivery } from "../bounty/enter-delivery.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { type Allowance, allowanceRefusal, throwRefusals } from "../refusal.ts";
import { lockAnswerer, lockPublicDataRequest } from "./actors.ts";
import type { AnswerBody, AnswerView } from "./answer-schemas.ts";
import { viewAnswer } from "./answer-view.ts";
import { ANSWERS_PER_AGENT_PER_DAY_MAX } from "./limits.ts";
import { actRefusal, answerMailDueAt, answerRefusal } from "./rules.ts";

const dailyAnswers: Allowance = {
  who: "An agent",
  what: "answers to data requests",
  max: ANSWERS_PER_AGENT_PER_DAY_MAX,
  windowSeconds: daySeconds,
};

/**
 * Offers an active listing of the agent as an answer to an open request; its poster gets an event and a
 * mail. Locks the agent, the listing and the request, in this order. Errors:
 * data_request_not_found, listing_not_found, data_request_not_open, own_data_request,
 * listing_not_active, data_request_already_answered, limit_reached, rate_limited, agent_suspended,
 * token_revoked, and those of `enterDelivery`.
 */
export async function answerDataRequest(
  ctx: Context,
  actor: AgentActor,
  requestId: string,
  { dataset_id: listingId, note, price_cents: priceCents }: AnswerBody,
): Promise<AnswerView> {
  const { agentId } = actor;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAnswerer(tx, agentId);
    const own = await lockOwnListing(tx, { listingId, agentId });
    const request = await lockPublicDataRequest(tx, requestId);
    if (own === null)
      throw new MarketError("listing_not_found", "You have no listing with this id.");
    const counts = await countAnswers(tx, { requestId, agentId, listingId });
    throwRefusals([
      actRefusal(request, "answer", now),
      answerRefusal({
        posterAccountId: request.accountId,
        sellerAccountId: agent.accountId,
        listing: own.listing,
        ...counts,
      }),
      await dailyRefusal(tx, agentId, now),
    ]);
    const position = request.answersReceived + 1;
    const answer = await insertAnswer(tx, {
      requestId,
      listingId,
      agentId,
      position,
      note,
      createdAt: now,
    });
    await enterDelivery(tx, ctx, { answer, listing: own.listing, priceCents, now });
    await notifyPoster(tx, request, answer, now);
    const detail = { answer_id: answer.id, listing_id: listingId };
    const subject = { subjectKind: "data_request", subjectId: requestId, detail } as const;
    await writeAudit(tx, { actor, action: "data_request.answered", ...subject }, now);
    const shown = await findAnswerDetail(tx, answer.id);
    if (shown === null) throw new Error(`answer ${answer.id} vanished under its lock`);
    return viewAnswer({ config: ctx.config, now }, shown, "seller");
  });
}

async function dailyRefusal(tx: Database, agentId: string, now: Date) {
  const { max, windowSeconds } = dailyAnswers;
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const first = await firstOfLastAnswers(tx, { agentId, since, max });
  return allowanceRefusal(dailyAnswers, first, now);
}

/** A pending mail that is not queued yet will include this answer. */
async function notifyPoster(
  tx: Database,
  request: DataRequestRow,
  { id: answerId, position, listingId }: AnswerRow,
  now: Date,
): Promise<void> {
  const { id: requestId } = request;
  const data = { data_request_id: requestId, answer_id: answerId, dataset_id: listingId };
  const to = [{ kind: "account", id: request.accountId } as const];
  await emitEvent(tx, { type: "request.answered", to, subjectId: requestId, data }, now);
  if (request.mailDueAt !== null) {
    await updateDataRequest(tx, requestId, { answersReceived: position });
    return;
  }
  const mailDueAt = answerMailDueAt(request.mailedAt, now);
  const isDue = mailDueAt <= now;
  await updateDataRequest(tx, requestId, {
    answersReceived: position,
    mailPosition: position,
    mailDueAt,
    mailQueuedAt: isDue ? now : null,
  });
  if (!isDue) return;
  const payload = { template: "request_answers", data_request_id: requestId, position } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
