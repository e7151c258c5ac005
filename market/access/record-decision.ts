import type { Database } from "../../db/client.ts";
import { type AccessRow, updateAccess } from "../../db/queries/access/access.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { AccessState } from "../../db/vocabulary/access.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import { emitEvent } from "../event/emit-event.ts";

type Decision = {
  actor: Actor;
  state: Exclude<AccessState, "pending">;
  reason: string | null;
  now: Date;
};

/** Decides a locked request, and notifies its buyer by event and mail. */
export async function recordDecision(
  tx: Database,
  { id, listingId, buyerAccountId }: AccessRow,
  { actor, state, reason, now }: Decision,
): Promise<void> {
  await updateAccess(tx, id, { state, reason, decidedAt: now });
  const subject = { subjectKind: "listing", subjectId: listingId } as const;
  const detail = { access_request_id: id };
  await writeAudit(tx, { actor, action: `access.${state}`, ...subject, detail }, now);
  const data = { access_request_id: id, dataset_id: listingId, status: state };
  const to = [{ kind: "account", id: buyerAccountId } as const];
  await emitEvent(tx, { type: "access.decided", to, subjectId: listingId, data }, now);
  const mail = { template: "access", access_request_id: id, notice: state } as const;
  await enqueueJob(tx, "jobs.mail", mail, now);
}
