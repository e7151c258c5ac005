import { findStaleDisputes, lockStaleDispute } from "../../../db/queries/purchases/deliveries.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { eachDue } from "./each-due.ts";
import { refundToBuyer } from "./end-escrow.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/**
 * Refunds disputes that nobody decided within `DISPUTE_DAYS`; returns how many. Any number of
 * processes may run it at once. Skips chargebacks: the bank decides them, and a refund would pay twice.
 */
export async function refundStaleDisputes(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const before = new Date(now.getTime() - ctx.config.DISPUTE_DAYS * dayMs);
  const stale = await findStaleDisputes(ctx.db, { before, rowsMax });
  return await eachDue(stale, (purchaseId) =>
    ctx.db.transaction(async (tx) => {
      const purchase = await lockStaleDispute(tx, purchaseId, before);
      if (purchase === null) return false;
      await refundToBuyer(tx, purchase, { actor, cause: "dispute_timed_out", now });
      return true;
    }),
  );
}
