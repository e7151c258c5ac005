import { findPurse } from "../../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { requireOwnPurchase } from "../../../market/purchase/own-purchase.ts";
import { getOwnPayment } from "../../../market/purchase/purse/read.ts";
import { waitsForHolder } from "../../../market/purchase/rules.ts";
import { visitBankForPurse } from "../../../market/purchase/settlement/visit-bank.ts";
import { chargeNow } from "../charge-now.ts";

/** Charges that pay several purchases. */
export function paymentUseCases(ctx: Context) {
  return {
    getPayment: (owner: OwnerActor, purseId: string) => getOwnPayment(ctx, owner, purseId),
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
