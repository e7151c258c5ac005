/** Events about a seller's debt for a lost chargeback. */
import type { Database } from "../../../db/client.ts";
import { sellerPrincipals } from "../../../db/queries/events/events.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { emitEvent } from "../../event/emit-event.ts";

type DebtNotice = {
  type: "purchase.transfer_reversed" | "purchase.debt_written_off";
  amountCents: number;
  /** The remaining debt for this chargeback. */
  owedCents: number;
  now: Date;
};

/** Notifies the seller's agent and its owner, in the transaction of the posting. */
export async function notifySellerOfDebt(
  tx: Database,
  purchase: PurchaseRow,
  { type, amountCents, owedCents, now }: DebtNotice,
): Promise<void> {
  const data = {
    purchase_id: purchase.id,
    dataset_id: purchase.listingId,
    amount_cents: amountCents,
    owed_cents: owedCents,
    currency: purchase.currency,
  };
  const to = sellerPrincipals(purchase.sellerAgentId, purchase.sellerAccountId);
  await emitEvent(tx, { type, subjectId: purchase.id, to, data }, now);
}
