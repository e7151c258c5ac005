/** Deducts a seller's debts for lost chargebacks from a payout. */
import type { Database } from "../../../db/client.ts";
import { lockDebts, updateChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { lockSeen } from "../../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { payableCents } from "../ledger.ts";
import { postOnce } from "../post-once.ts";
import { settler } from "../settlement/outcome.ts";
import { setOffs } from "./rules.ts";

/**
 * Deducts the seller's debts from a released purchase, once, before the first transfer attempt, because
 * a transfer's amount must not change between attempts. Returns the purchase with the remaining amount;
 * null if a webhook or another driver came first, which has to be looked at before money moves.
 */
export async function setOffDebts(
  tx: Database,
  seen: PurchaseRow,
  now: Date,
): Promise<PurchaseRow | null> {
  const { purchase, isOvertaken } = await lockSeen(tx, seen);
  if (isOvertaken) return null;
  if (purchase.state !== "released" || purchase.setOffAt !== null) return purchase;
  const debts = await lockDebts(tx, purchase);
  const parts = setOffs(debts, payableCents(purchase));
  for (const { id, amountCents } of parts) {
    const recoveredCents =
      (debts.find((debt) => debt.id === id)?.recoveredCents ?? 0) + amountCents;
    await updateChargeback(tx, id, { recoveredCents });
    await postOnce(tx, purchase, { posting: "set_off", reference: id, amountCents, now });
    const detail = { dispute_id: id, amount_cents: amountCents };
    const step = { actor: settler, action: "purchase.debt_set_off", detail } as const;
    await auditPurchase(tx, purchase.id, step, now);
  }
  const setOffCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return updatePurchase(tx, purchase, { setOffAt: now, setOffCents });
}
