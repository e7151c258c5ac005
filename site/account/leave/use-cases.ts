import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { listPaymentMethods } from "../../../market/account/read.ts";
import { removePaymentMethod } from "../../../market/account/remove-payment-method.ts";
import type { Authorizations } from "../../../market/connection/authorization-port.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { closeAccount } from "../../../market/leaving/close-account.ts";
import { exportAccount } from "../../../market/leaving/export-account.ts";
import { type Leaving, viewLeaving } from "../../../market/leaving/read.ts";
import { confirmationFault } from "../../../market/leaving/rules.ts";

export function leaveUseCases(ctx: Context, authorizations: Authorizations | null) {
  return {
    viewLeaving: (owner: OwnerActor): Promise<Leaving> => viewLeaving(ctx, owner),
    exportAccount: (owner: OwnerActor) => exportAccount(ctx, owner),
    /**
     * First removes the cards one by one, here and at the payment provider. If that stops halfway,
     * the account remains, with fewer cards, and the person can try again.
     */
    closeAccount: async (owner: OwnerActor, form: { confirmation: string }): Promise<void> => {
      const fault = confirmationFault(form.confirmation, owner.email);
      const { open } = await viewLeaving(ctx, owner);
      if (fault === null && open.length === 0) {
        for (const { id } of await listPaymentMethods(ctx, owner)) {
          await removePaymentMethod(ctx, owner, id);
        }
      }
      const { grantIds } = await closeAccount(ctx, owner, form);
      await endGrants(authorizations, grantIds);
    },
  };
}

/** The tokens are already invalid. This also deletes the server's records of them. */
async function endGrants(authorizations: Authorizations | null, grantIds: string[]) {
  if (authorizations === null) return;
  for (const grantId of grantIds) {
    try {
      await authorizations.end(grantId);
    } catch (error) {
      if (!(error instanceof MarketError)) throw error;
    }
  }
}
