import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { type ApiKeyRow, findApiKey, spentInWindow } from "../../db/queries/accounts/api-keys.ts";
import { type CardRow, listCards } from "../../db/queries/accounts/payment-methods.ts";
import { keptCentsByKey } from "../../db/queries/journal/committed.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { CategoryId } from "../../db/vocabulary/listing.ts";
import type { Context } from "../context.ts";
import { cardOfKey, remainingCents, spendingWindows } from "./rules.ts";
import type { OperatorView } from "./schemas.ts";

/** The calling key's permissions and spending, and the cards that it can use. */
export async function viewOperator(ctx: Context, actor: OperatorActor): Promise<OperatorView> {
  const { accountId, apiKeyId } = actor;
  const [account, key, cards] = await Promise.all([
    findAccount(ctx.db, accountId),
    findApiKey(ctx.db, apiKeyId),
    listCards(ctx.db, accountId),
  ]);
  if (account === null || key === null) throw new Error(`key ${apiKeyId} lost its row`);
  const windows = spendingWindows(ctx.now());
  const spentCents = await spentInWindow(ctx.db, key, windows);
  const reservedCents = (await keptCentsByKey(ctx.db, [key.id], { windows })).get(key.id) ?? 0;
  return {
    account_id: account.id,
    key: {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      expires_at: key.expiresAt?.toISOString() ?? null,
      limits: {
        max_per_purchase_cents: key.maxPerPurchaseCents,
        confirm_above_cents: key.confirmAboveCents,
        budget_cents: key.budgetCents,
        budget_period: key.budgetPeriod,
        categories: key.categories as CategoryId[],
      },
    },
    spent_cents: spentCents,
    reserved_cents: reservedCents,
    remaining_cents: remainingCents(key, spentCents + reservedCents),
    currency: ctx.config.CURRENCY,
    mode: ctx.payments.mode,
    payment_methods: cardsOfKey(cards, key).map((card) => ({
      id: card.id,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      is_default: card.id === (key.paymentMethodId ?? account.defaultPaymentMethodId),
    })),
  };
}

/** A key may be bound to one card: then it sees no other. */
function cardsOfKey(cards: CardRow[], key: ApiKeyRow): CardRow[] {
  return cards.filter((card) => cardOfKey(key, card.id) !== null);
}
