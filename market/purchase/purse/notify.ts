/** Notifies the buyer of steps of a shared charge. */
import type { Database } from "../../../db/client.ts";
import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import type { PurseRow } from "../../../db/queries/purchases/charged.ts";
import { findRequestOfPurse } from "../../../db/queries/purchases/purses.ts";
import { emitEvent } from "../../event/emit-event.ts";
import type { PurseNotice } from "./notices.ts";

/** The bank asks its holder; purchases that were opened with the purse have events of their own. */
export async function notifyOfAsking(tx: Database, purse: PurseRow, now: Date): Promise<void> {
  await mailPurse(tx, purse.id, "purse_action_required_buyer", now);
  const requestId = await findRequestOfPurse(tx, purse.id);
  if (requestId === null) return;
  const to = [{ kind: "account", id: purse.accountId } as const];
  const data = { data_request_id: requestId };
  await emitEvent(tx, { type: "request.action_required", to, subjectId: requestId, data }, now);
}

export function mailPurse(
  tx: Database,
  purseId: string,
  notice: PurseNotice,
  now: Date,
): Promise<unknown> {
  return enqueueJob(tx, "jobs.mail", { template: "purse", purse_id: purseId, notice }, now);
}
