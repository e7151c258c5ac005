import { findLetStand, lockLetStand } from "../../../db/queries/purchases/deliveries.ts";
import { dayMs } from "../../../platform/time.ts";
import type { Context } from "../../context.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { movePurchase } from "../move-purchase.ts";
import { eachDue } from "./each-due.ts";
import { settler } from "./outcome.ts";
import { lastLookAt } from "./rules.ts";

/**
 * Returns money that was held only because of a bank dispute to escrow, once the bank let the payment
 * stand: for `ESCROW_DAYS` from now the buyer, who could do nothing meanwhile, may confirm or dispute it.
 * Returns how many. Any number of processes may run it at once.
 */
export async function resumeEscrows(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const now = ctx.now();
  const releaseDueAt = new Date(now.getTime() + ctx.config.ESCROW_DAYS * dayMs);
  const decided = await findLetStand(ctx.db, rowsMax);
  return await eachDue(decided, (purchaseId) =>
    ctx.db.transaction(async (tx) => {
      const purchase = await lockLetStand(tx, purchaseId);
      if (purchase === null) return false;
      // Keeps a due time that a webhook has set meanwhile.
      const settleDueAt = purchase.settleDueAt ?? lastLookAt({ releaseDueAt }, now);
      const change = { state: "in_escrow", releaseDueAt, settleDueAt, resolvedAt: now } as const;
      await movePurchase(tx, purchase, change, { now });
      const detail = { release_due_at: releaseDueAt.toISOString() };
      const step = { actor: settler, action: "purchase.escrow_resumed", detail } as const;
      await auditPurchase(tx, purchase.id, step, now);
      return true;
    }),
  );
}
