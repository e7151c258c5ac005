import { findPurse } from "../../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { askToCancelPurchase, requireCancelled } from "../../../market/purchase/cancel-purchase.ts";
import { PURSE_PURCHASES_MAX } from "../../../market/purchase/limits.ts";
import { purchaseNotFound, requireOwnPurchase } from "../../../market/purchase/own-purchase.ts";
import { getOwnPayment, type PaymentView } from "../../../market/purchase/purse/read.ts";
import { listPurchases } from "../../../market/purchase/read.ts";
import { waitsForHolder } from "../../../market/purchase/rules.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import { settlePayment } from "../../../market/purchase/settlement/settle-payment.ts";
import { visitBankForPurse } from "../../../market/purchase/settlement/visit-bank.ts";
import { chargeNow } from "../charge-now.ts";

export type Payment = PaymentView & { purchases: PurchaseView[] };

/** Charges that pay several purchases. */
export function paymentUseCases(ctx: Context) {
  return {
    getPayment: (owner: OwnerActor, purseId: string) => readPayment(ctx, owner, purseId),
    /** Ends the charge before it is paid, with all its purchases. */
    cancelPayment: async (owner: OwnerActor, purseId: string): Promise<void> => {
      const { purchases } = await readPayment(ctx, owner, purseId);
      const [first] = purchases;
      if (first === undefined) throw purchaseNotFound();
      const noted = await askToCancelPurchase(ctx, owner, first.id);
      const { purchase } = await settlePayment(ctx, noted);
      requireCancelled(purchase);
    },
    /** The bank's page for a charge that waits for the card holder; null: see the payment's state. */
    visitBankForPayment: async (
      owner: OwnerActor,
      purseId: string,
    ): Promise<{ url: string | null }> => {
      const back = `${ctx.config.PUBLIC_BASE_URL}/account/payments/${purseId}/bank`;
      const { purchase, url } = await visitBankForPurse(ctx, owner, purseId, back);
      if (url === null) await chargeNow(ctx, purchase);
      return { url };
    },
    /** The browser is back from the bank. Only the provider's own answer counts. Safe to repeat. */
    returnToPayment: async (owner: OwnerActor, purseId: string): Promise<void> => {
      const purse = await findPurse(ctx.db, purseId);
      requireOwnPurchase(purse, owner);
      if (waitsForHolder(purse)) await chargeNow(ctx, purse);
    },
  };
}

/** With its purchases as they are now, in the order of purchase. */
async function readPayment(ctx: Context, owner: OwnerActor, purseId: string): Promise<Payment> {
  const page = { limit: PURSE_PURCHASES_MAX, offset: 0, bundle_purchase_id: purseId };
  const [payment, { items }] = await Promise.all([
    getOwnPayment(ctx, owner, purseId),
    listPurchases(ctx, owner, page),
  ]);
  return { ...payment, purchases: items.toReversed() };
}
