/** Records that evidence was sent to the bank, and notifies the seller, once. */
import type { Database } from "../../../db/client.ts";
import { type ChargebackRow, updateChargeback } from "../../../db/queries/purchases/chargebacks.ts";
import { type PurchaseRow, updatePurchase } from "../../../db/queries/purchases/purchases.ts";
import { auditPurchase } from "../audit-purchase.ts";
import { notifyOfPurchase } from "../emit-purchase-event.ts";
import { mailPurchase } from "../settlement/end-escrow.ts";
import { settler } from "../settlement/outcome.ts";

type Answered = { purchase: PurchaseRow; row: ChargebackRow; now: Date };

/** The chargeback is locked. Both the step and a later look at the dispute may report it. */
export async function noteAnswer(tx: Database, { purchase, row, now }: Answered): Promise<void> {
  if (row.evidenceSubmittedAt !== null) return;
  await updateChargeback(tx, row.id, { evidenceSubmittedAt: now });
  await updatePurchase(tx, purchase, { updatedAt: now });
  const detail = { dispute_id: row.id };
  const audited = { actor: settler, action: "purchase.chargeback_answered", detail } as const;
  await auditPurchase(tx, purchase.id, audited, now);
  const type = "purchase.chargeback_answered";
  await notifyOfPurchase(tx, purchase, { type, sides: ["seller"], cause: row.reason, now });
  await mailPurchase(tx, purchase.id, "chargeback_answered_seller", now);
}
