import {
  findUnremindedRenewals,
  lockSubscription,
  updateSubscription,
} from "../../db/queries/subscriptions/subscriptions.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { eachDue } from "../purchase/settlement/each-due.ts";
import { RENEWAL_NOTICE_DAYS } from "./limits.ts";
import { mailSubscriber } from "./notify.ts";

/**
 * Mails the subscribers whose year is about to be renewed, once for each period, whatever process
 * dies; returns how many.
 */
export async function remindOfRenewals(
  { db, now: clock }: Pick<Context, "db" | "now">,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = clock();
  const dueBy = new Date(now.getTime() + RENEWAL_NOTICE_DAYS * dayMs);
  const ids = await findUnremindedRenewals(db, { now, dueBy, rowsMax });
  return eachDue(ids, (id) =>
    db.transaction(async (tx) => {
      const row = await lockSubscription(tx, id);
      if (row === null || row.state !== "active" || row.renewal !== "on") return false;
      const { periodNumber: period } = row;
      if (row.remindedPeriod === period || row.nextStepAt === null) return false;
      if (row.nextStepAt > dueBy || row.planEndingAt !== null) return false;
      await updateSubscription(tx, id, { remindedPeriod: period });
      await mailSubscriber(tx, id, { notice: "renewing", mark: period, now });
      return true;
    }),
  );
}
