import type { Database } from "../../db/client.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import {
  type DataRequestRow,
  lockOverdueDataRequests,
  updateDataRequest,
} from "../../db/queries/requests/data-requests.ts";
import type { SystemActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { emitEvent } from "../event/emit-event.ts";

const clock: SystemActor = { kind: "system", name: "clock" };

/**
 * Marks open requests as expired, and notifies their posters and the sellers who answered; returns how
 * many. They already count as expired since their `expires_at`. Any number of processes may run
 * it: each row ends once.
 */
export async function expireDueDataRequests(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  let expired = 0;
  while (expired < rowsMax && (await expireNext(ctx))) expired += 1;
  return expired;
}

/** One transaction for each row. */
function expireNext(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const [request] = await lockOverdueDataRequests(tx, { now, rowsMax: 1 });
    if (request === undefined) return false;
    await expire(tx, request, now);
    return true;
  });
}

async function expire(tx: Database, request: DataRequestRow, now: Date): Promise<void> {
  const { id: requestId, accountId, expiresAt } = request;
  await updateDataRequest(tx, requestId, { state: "expired", endedAt: expiresAt, updatedAt: now });
  const subject = { subjectKind: "data_request", subjectId: requestId } as const;
  await writeAudit(tx, { actor: clock, action: "data_request.expired", ...subject }, now);
  const to = [{ kind: "account", id: accountId } as const, ...(await findAnswerers(tx, requestId))];
  const data = { data_request_id: requestId };
  await emitEvent(tx, { type: "request.expired", to, subjectId: requestId, data }, now);
  const notice = { notice: "request_expired", answer_id: null } as const;
  const payload = { template: "request", data_request_id: requestId, ...notice } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
