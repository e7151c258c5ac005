import type { Database } from "../../db/client.ts";
import { lockBounty } from "../../db/queries/bounties/bounties.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import { type DataRequestRow, updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import { emitEvent } from "../event/emit-event.ts";
import { endBounty } from "./end-bounty.ts";

type Removal = { request: DataRequestRow; reason: string; now: Date };

/**
 * Removes a locked request for good and ends its bounty. Only its poster can still see it, with the
 * reason, and gets a mail; the sellers who answered get an event.
 */
export async function removeRequestOf(
  tx: Database,
  admin: AdminActor,
  { request, reason, now }: Removal,
): Promise<void> {
  const { id, accountId } = request;
  const held = await lockBounty(tx, id);
  if (held !== null) await endBounty(tx, held, request, { actor: admin, cause: "removed", now });
  const change = { state: "removed", endedAt: now, removedReason: reason } as const;
  await updateDataRequest(tx, id, { ...change, updatedAt: now });
  const subject = { subjectKind: "data_request", subjectId: id } as const;
  const action = "data_request.removed";
  await writeAudit(tx, { actor: admin, action, ...subject, detail: { reason } }, now);
  const to = [{ kind: "account", id: accountId } as const, ...(await findAnswerers(tx, id))];
  const data = { data_request_id: id };
  await emitEvent(tx, { type: "request.removed", to, subjectId: id, data }, now);
  const notice = { notice: "request_removed", answer_id: null } as const;
  const payload = { template: "request", data_request_id: id, ...notice } as const;
  await enqueueJob(tx, "jobs.mail", payload, now);
}
