/** The clock releases money whose time in escrow is over. */
import { findDueReleases, lockDueRelease } from "../../../db/queries/purchases/deliveries.ts";
import type { Context, SystemActor } from "../../context.ts";
import { eachDue } from "./each-due.ts";
import { releaseToSeller } from "./end-escrow.ts";

const actor: SystemActor = { kind: "system", name: "clock" };

/**
 * Releases what was in escrow for `ESCROW_DAYS` undisputed; returns how many. Any number of processes
 * may run it at once. Money of suspended sellers stays where it is.
 */
export async function releaseDuePurchases(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const due = await findDueReleases(ctx.db, { now, rowsMax });
  return await eachDue(due, (purchaseId) =>
    ctx.db.transaction(async (tx) => {
      const purchase = await lockDueRelease(tx, purchaseId, now);
      if (purchase === null) return false;
      await releaseToSeller(tx, purchase, { actor, cause: "escrow_ended", now });
      return true;
    }),
  );
}
