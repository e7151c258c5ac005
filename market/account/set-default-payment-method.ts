import { lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";

/**
 * Sets the card that bids are charged to; a repeat changes nothing. Errors:
 * payment_method_unknown (also for another account's and removed cards).
 */
export async function setDefaultPaymentMethod(
  ctx: Context,
  owner: OwnerActor,
  paymentMethodId: string,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, owner.accountId);
    const card = await holdCard(tx, owner.accountId, paymentMethodId);
    if (account === null || card === null) {
      throw new MarketError("payment_method_unknown", "Your account has no card with this id.");
    }
    if (account.defaultPaymentMethodId === card.id) return;
    await updateAccount(tx, account.id, { defaultPaymentMethodId: card.id });
    await writeAudit(
      tx,
      {
        actor: owner,
        action: "account.default_payment_method_set",
        subjectKind: "account",
        subjectId: account.id,
        detail: { payment_method_id: card.id },
      },
      now,
    );
  });
}
