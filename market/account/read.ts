import { findAccount } from "../../db/queries/accounts/accounts.ts";
import { type ApiKeyRow, listApiKeys, spentByKey } from "../../db/queries/accounts/api-keys.ts";
import { type CardRow, listCards } from "../../db/queries/accounts/payment-methods.ts";
import { findConnectionsOfKeys } from "../../db/queries/connections/connections.ts";
import { keptCentsByKey } from "../../db/queries/journal/committed.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { API_KEYS_PER_ACCOUNT_MAX } from "./limits.ts";
import { type ApiKeyState, apiKeyState, remainingCents, spendingWindows } from "./rules.ts";

export type ApiKeySummary = Omit<ApiKeyRow, "secretHash"> & {
  state: ApiKeyState;
  /** The connection whose tokens use it; null: it has its own secret. */
  connection: { id: string; clientHost: string } | null;
  /** In the budget's current window, in cents; without a budget, in the key's whole life. */
  spentCents: number;
  /** Reserved for open bids, waiting purchases and renewals, in cents. */
  reservedCents: number;
  /** The rest of the budget, in cents; null without one. */
  remainingCents: number | null;
};

/** The owner's keys, active ones first: all that can be active, and the last revoked ones. */
export async function listOwnApiKeys(ctx: Context, owner: OwnerActor): Promise<ApiKeySummary[]> {
  const now = ctx.now();
  const keys = await listApiKeys(ctx.db, owner.accountId, 2 * API_KEYS_PER_ACCOUNT_MAX);
  const ids = keys.map((key) => key.id);
  const windows = spendingWindows(now);
  const spent = await spentByKey(ctx.db, ids, windows);
  const reserved = await keptCentsByKey(ctx.db, ids, { windows });
  const connections = await findConnectionsOfKeys(ctx.db, ids);
  return keys.map(({ secretHash: _, ...key }) => {
    const spentCents = spent.get(key.id)?.[key.budgetPeriod ?? "total"] ?? 0;
    const reservedCents = reserved.get(key.id) ?? 0;
    return {
      ...key,
      state: apiKeyState(key, now),
      connection: connections.get(key.id) ?? null,
      spentCents,
      reservedCents,
      remainingCents: remainingCents(key, spentCents + reservedCents),
    };
  });
}

export type CardSummary = CardRow & { isDefault: boolean };

/** The owner's cards, oldest first, without removed ones. */
export async function listPaymentMethods(ctx: Context, owner: OwnerActor): Promise<CardSummary[]> {
  const [account, cards] = await Promise.all([
    findAccount(ctx.db, owner.accountId),
    listCards(ctx.db, owner.accountId),
  ]);
  return cards.map((card) => ({ ...card, isDefault: card.id === account?.defaultPaymentMethodId }));
}
