import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { finishPaymentSetup } from "../../../market/account/finish-payment-setup.ts";
import { listPaymentMethods } from "../../../market/account/read.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import { setDefaultPaymentMethod } from "../../../market/account/set-default-payment-method.ts";
import { startPaymentSetup } from "../../../market/account/start-payment-setup.ts";
import type { Context } from "../../../market/context.ts";

export function cardUseCases(ctx: Context) {
  const back = `${ctx.config.PUBLIC_BASE_URL}/account/payment-methods/return`;
  return {
    listCards: (owner: OwnerActor) => listPaymentMethods(ctx, owner),
    /**
     * Returns the address of the provider's page. It returns to our page, which leads on to `next`.
     */
    beginCardSetup: (owner: OwnerActor, next: string): Promise<{ url: string }> => {
      const to = encodeURIComponent(next);
      return startPaymentSetup(ctx, owner, {
        successUrl: `${back}?to=${to}&setup={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${back}?to=${to}`,
      });
    },
    finishCardSetup: async (owner: OwnerActor, setupId: string) =>
      (await finishPaymentSetup(ctx, owner, setupId)).status,
    makeCardDefault: async (owner: OwnerActor, cardId: string): Promise<void> => {
      await setDefaultPaymentMethod(ctx, owner, cardId);
    },
    removeCard: async (owner: OwnerActor, cardId: string): Promise<void> => {
      await removePaymentMethod(ctx, owner, cardId);
    },
  };
}
