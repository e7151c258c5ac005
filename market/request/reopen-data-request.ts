import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import {
  countOpenDataRequests,
  findOwnDataRequest,
  updateDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { lockOwnDataRequest, lockPoster } from "./actors.ts";
import { viewOwnDataRequest } from "./request-view.ts";
import { actRefusal, countChange, openRequestsRefusal } from "./rules.ts";
import type { OwnDataRequestView } from "./schemas.ts";

/**
 * Reopens a closed request before its `expires_at`, and notifies the sellers who answered.
 * Errors: data_request_not_found, data_request_not_open, limit_reached, rate_limited,
 * account_suspended.
 */
export async function reopenDataRequest(
  ctx: Context,
  poster: AccountActor,
  requestId: string,
): Promise<OwnDataRequestView> {
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPoster(tx, accountId);
    const request = await lockOwnDataRequest(tx, { requestId, accountId });
    const { changes, refusal } = countChange(request, now);
    throwRefusals([
      actRefusal(request, "reopen", now),
      openRequestsRefusal(await countOpenDataRequests(tx, accountId, now)),
      refusal,
    ]);
    const change = { state: "open", endedAt: null, updatedAt: now, ...changes } as const;
    await updateDataRequest(tx, requestId, change);
    const subject = { subjectKind: "data_request", subjectId: requestId } as const;
    await writeAudit(tx, { actor: poster, action: "data_request.reopened", ...subject }, now);
    const to = await findAnswerers(tx, requestId);
    const data = { data_request_id: requestId };
    await emitEvent(tx, { type: "request.reopened", to, subjectId: requestId, data }, now);
    const after = await findOwnDataRequest(tx, { requestId, accountId });
    if (after === null) throw new Error(`data request ${requestId} vanished under its lock`);
    return viewOwnDataRequest({ config: ctx.config, now }, after);
  });
}
