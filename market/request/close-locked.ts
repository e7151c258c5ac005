/** Closes an open request early, for its poster or when the account is closed. */
import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findAnswerers } from "../../db/queries/requests/answers.ts";
import { updateDataRequest } from "../../db/queries/requests/data-requests.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import { emitEvent } from "../event/emit-event.ts";

/** The request is locked and open. Notifies the sellers who answered. */
export async function closeLocked(
  tx: Database,
  requestId: string,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await updateDataRequest(tx, requestId, { state: "closed", endedAt: now, updatedAt: now });
  const subject = { subjectKind: "data_request", subjectId: requestId } as const;
  await writeAudit(tx, { actor, action: "data_request.closed", ...subject }, now);
  const to = await findAnswerers(tx, requestId);
  const data = { data_request_id: requestId, status: "closed" } as const;
  await emitEvent(tx, { type: "request.closed", to, subjectId: requestId, data }, now);
}
