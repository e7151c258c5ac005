import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import { lockDataRequest, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { emitEvent } from "../event/emit-event.ts";
import { throwRefusals } from "../refusal.ts";
import { endBountyOf } from "./actors.ts";
import { actRefusal } from "./rules.ts";
import type { RemovalBody } from "./schemas.ts";

/**
 * Removes a request for good. Only its poster can still see it, with the reason, and gets a mail; the
 * sellers who answered get an event. Returns whether anything changed: a removed one stays. Errors:
 * data_request_not_found.
 */
export async function removeDataRequest(
  ctx: Context,
  admin: AdminActor,
  requestId: string,
  { reason }: RemovalBody,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const request = await lockDataRequest(tx, requestId);
    if (request === null)
      throw new MarketError("data_request_not_found", "There is no such data request.");
    if (request.state === "removed") return { changed: false };
    throwRefusals([actRefusal(request, "remove", now)]);
    await endBountyOf(tx, request, { actor: admin, cause: "removed", now });
    const change = { state: "removed", endedAt: now, removedReason: reason } as const;
    await updateDataRequest(tx, requestId, { ...change, updatedAt: now });
    const subject = { subjectKind: "data_request", subjectId: requestId } as const;
    const action = "data_request.removed";
    await writeAudit(tx, { actor: admin, action, ...subject, detail: { reason } }, now);
    const to = [
      { kind: "account", id: request.accountId } as const,
      ...(await findAnswerers(tx, requestId)),
    ];
    const data = { data_request_id: requestId };
    await emitEvent(tx, { type: "request.removed", to, subjectId: requestId, data }, now);
    const notice = { notice: "request_removed", answer_id: null } as const;
    const payload = { template: "request", data_request_id: requestId, ...notice } as const;
    await enqueueJob(tx, "jobs.mail", payload, now);
    return { changed: true };
  });
}
