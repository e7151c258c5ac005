import type { Database } from "../../db/client.ts";
import { lockAccount, updateAccount } from "../../db/queries/accounts/accounts.ts";
import {
  isCardInUse,
  listCards,
  lockCard,
  markCardRemoved,
} from "../../db/queries/accounts/payment-methods.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { paymentsUnavailable } from "./payment-answer.ts";

/**
 * Removes a card from the account, here and at the provider. If it was the default, the card added
 * last becomes the default. Errors: payment_method_unknown (also for another account's),
 * purchase_in_progress, payments_unavailable (already removed here: a repeat removes it at the provider).
 */
export async function removePaymentMethod(
  ctx: Context,
  owner: OwnerActor,
  paymentMethodId: string,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction((tx) => removeHere(tx, owner, paymentMethodId, now));
  // If the provider refuses or does not know the card, it was removed before.
  const answer = await ctx.payments.detachCard(paymentMethodId);
  if (answer.kind === "unknown") throw paymentsUnavailable();
}

async function removeHere(
  tx: Database,
  owner: OwnerActor,
  cardId: string,
  now: Date,
): Promise<void> {
  const account = await lockAccount(tx, owner.accountId);
  const card = await lockCard(tx, owner.accountId, cardId);
  if (account === null || card === null) {
    throw new MarketError("payment_method_unknown", "Your account has no card with this id.");
  }
  if (card.removedAt !== null) return;
  if (await isCardInUse(tx, card)) {
    throw new MarketError(
      "purchase_in_progress",
      "A payment with this card is in progress. Remove it when its outcome is known.",
    );
  }
  await markCardRemoved(tx, card.id, now);
  if (account.defaultPaymentMethodId === card.id) {
    const next = (await listCards(tx, account.id)).at(-1);
    await updateAccount(tx, account.id, { defaultPaymentMethodId: next?.id ?? null });
  }
  await writeAudit(
    tx,
    {
      actor: owner,
      action: "account.payment_method_removed",
      subjectKind: "account",
      subjectId: account.id,
      detail: { payment_method_id: card.id, brand: card.brand, last4: card.last4 },
    },
    now,
  );
}
