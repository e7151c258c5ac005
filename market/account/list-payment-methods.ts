import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { type CardRow, listCards } from "../../db/queries/accounts/payment-methods.ts";
import type { Context, OwnerActor } from "../context.ts";

export type CardSummary = CardRow & { isDefault: boolean };

/** The owner's cards, the oldest first; removed ones are not among them. */
export async function listPaymentMethods(ctx: Context, owner: OwnerActor): Promise<CardSummary[]> {
  const [account, cards] = await Promise.all([
    findAccount(ctx.db, owner.accountId),
    listCards(ctx.db, owner.accountId),
  ]);
  return cards.map((card) => ({ ...card, isDefault: card.id === account?.defaultPaymentMethodId }));
}
