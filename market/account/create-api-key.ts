import type { ApiKeyRow } from "../../db/queries/accounts/api-keys.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { newApiKeySecret } from "./api-key.ts";
import { lockOpenAccount } from "./open-account.ts";
import { openKey } from "./open-key.ts";
import { keyTermFaults } from "./rules.ts";
import type { ApiKeyInput } from "./schemas.ts";

export type CreatedApiKey = {
  key: ApiKeyRow;
  /** The key itself. It is not stored: show it once. */
  secret: string;
};

/**
 * Creates an API key of the owner's account. Budgets are in minor units of `config.CURRENCY`.
 * Errors: invalid_request (faults by field), limit_reached, account_suspended.
 */
export async function createApiKey(
  ctx: Context,
  owner: OwnerActor,
  input: ApiKeyInput,
): Promise<CreatedApiKey> {
  const now = ctx.now();
  const terms = termsOf(input);
  const faults = keyTermFaults(terms, now);
  if (faults[0] !== undefined)
    throw new MarketError("invalid_request", faults[0].detail, { faults });
  const { secret, prefix, secretHash } = newApiKeySecret(ctx.payments.mode);
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    const key = await openKey(tx, owner, {
      account,
      values: { ...terms, prefix, secretHash },
      now,
    });
    return { key, secret };
  });
}

function termsOf(input: ApiKeyInput) {
  return {
    name: input.name,
    scopes: input.scopes,
    maxPerPurchaseCents: input.max_per_purchase_cents ?? null,
    confirmAboveCents: input.confirm_above_cents ?? null,
    budgetCents: input.budget_cents ?? null,
    budgetPeriod: input.budget_period ?? null,
    categories: input.categories ?? [],
    expiresAt: input.expires_at ?? null,
  };
}
