import type { Database } from "../../db/client.ts";
import { lockListing } from "../../db/queries/accounts/suspensions.ts";
import { findListingSeller } from "../../db/queries/events/events.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import {
  type AnswerRow,
  findAnswer,
  findAnswerDetail,
  findAnswerers,
  updateAnswer,
} from "../../db/queries/requests/answers.ts";
import { updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { bountyRefusal, lockOwnDataRequest } from "./actors.ts";
import type { AnswerView } from "./answer-schemas.ts";
import { viewAnswer } from "./answer-view.ts";
import { acceptRefusal, actRefusal } from "./rules.ts";

type Key = { requestId: string; answerId: string };

/**
 * Accepts one answer to an open request, which fulfils it: its seller gets an event and a mail, the
 * other sellers an event. It buys nothing. Accepting it again changes nothing.
 * Locks the listing before the request, so that the accepted listing is on sale. Errors:
 * data_request_not_found, data_request_answer_not_found, data_request_not_open,
 * data_request_answer_decided, listing_not_active.
 */
export async function acceptAnswer(
  ctx: Context,
  poster: AccountActor,
  key: Key,
): Promise<AnswerView> {
  const { requestId, answerId } = key;
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const seen = await findAnswer(tx, key);
    const listing = seen === null ? null : await lockListing(tx, seen.listingId);
    const request = await lockOwnDataRequest(tx, { requestId, accountId });
    const answer = await findAnswer(tx, key);
    if (answer === null || listing === null) {
      throw new MarketError("data_request_answer_not_found", "The request has no such answer.");
    }
    if (answer.state !== "accepted") {
      throwRefusals([
        actRefusal(request, "fulfil", now),
        acceptRefusal(answer, listing),
        await bountyRefusal(tx, requestId, "accept"),
      ]);
      await updateAnswer(tx, answerId, { state: "accepted", decidedAt: now });
      await updateDataRequest(tx, requestId, { state: "fulfilled", endedAt: now, updatedAt: now });
      const detail = { answer_id: answerId, listing_id: listing.id };
      const subject = { subjectKind: "data_request", subjectId: requestId, detail } as const;
      const action = "data_request.answer_accepted";
      await writeAudit(tx, { actor: poster, action, ...subject }, now);
      await notifySellers(tx, answer, now);
    }
    const shown = await findAnswerDetail(tx, answerId);
    if (shown === null) throw new Error(`answer ${answerId} vanished under its lock`);
    return viewAnswer({ config: ctx.config, now }, shown);
  });
}

async function notifySellers(
  tx: Database,
  { id: answerId, requestId, listingId }: AnswerRow,
  now: Date,
): Promise<void> {
  const subjectId = requestId;
  const about = { data_request_id: requestId };
  const data = { ...about, answer_id: answerId, dataset_id: listingId };
  const seller = await findListingSeller(tx, listingId);
  await emitEvent(tx, { type: "request.answer_accepted", to: seller, subjectId, data }, now);
  const others = await findAnswerers(tx, requestId, answerId);
  const closed = { ...about, status: "fulfilled" } as const;
  await emitEvent(tx, { type: "request.closed", to: others, subjectId, data: closed }, now);
  const notice = { notice: "request_answer_accepted", answer_id: answerId } as const;
  const payload = { template: "request", data_request_id: requestId, ...notice } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
