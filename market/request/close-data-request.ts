/** The poster closes a request. */
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import { findOwnDataRequest, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AccountActor, Context } from "../context.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { lockOwnDataRequest } from "./actors.ts";
import { viewOwnDataRequest } from "./request-view.ts";
import { actRefusal } from "./rules.ts";
import type { OwnDataRequestView } from "./schemas.ts";

/**
 * Closes an open request: it takes no answers any more, and who has answered is told. Closing a
 * closed one changes nothing. Errors: data_request_not_found, data_request_not_open.
 */
export async function closeDataRequest(
  ctx: Context,
  poster: AccountActor,
  requestId: string,
): Promise<OwnDataRequestView> {
  const { accountId } = poster;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockOwnDataRequest(tx, { requestId, accountId });
    if (request.state !== "closed") {
      throwRefusals([actRefusal(request, "close", now)]);
      await updateDataRequest(tx, requestId, { state: "closed", endedAt: now, updatedAt: now });
      const subject = { subjectKind: "data_request", subjectId: requestId } as const;
      await writeAudit(tx, { actor: poster, action: "data_request.closed", ...subject }, now);
      const to = await findAnswerers(tx, requestId);
      const data = { data_request_id: requestId, status: "closed" } as const;
      await emitEvent(tx, { type: "request.closed", to, subjectId: requestId, data }, now);
    }
    const after = await findOwnDataRequest(tx, { requestId, accountId });
    if (after === null) throw new Error(`data request ${requestId} vanished under its lock`);
    return viewOwnDataRequest({ config: ctx.config, now }, after);
  });
}
