import { type ApiKeyRow, updateApiKey } from "../../db/queries/accounts/api-keys.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { lockOwnKey } from "./own-key.ts";
import { keyTermFaults } from "./rules.ts";
import type { ApiKeyPatch } from "./schemas.ts";

/**
 * Changes a key's name, scopes, limits or expiry; omitted fields stay. A lowered budget includes earlier
 * spending. Errors: api_key_not_found (also for another account's), invalid_request.
 */
export async function updateOwnApiKey(
  ctx: Context,
  owner: OwnerActor,
  apiKeyId: string,
  patch: ApiKeyPatch,
): Promise<ApiKeyRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const key = await lockOwnKey(tx, owner, apiKeyId);
    if (key.revokedAt !== null) {
      throw new MarketError("invalid_request", "A revoked key cannot change: create a new one.");
    }
    const change = changeOf(key, patch);
    // An unchanged expiry may have passed; only a new one must be in the future.
    const newExpiry = patch.expires_at === undefined ? null : change.expiresAt;
    const faults = keyTermFaults({ ...change, expiresAt: newExpiry }, now);
    if (faults[0] !== undefined) {
      throw new MarketError("invalid_request", faults[0].detail, { faults });
    }
    const changed = await updateApiKey(tx, key.id, change);
    await writeAudit(
      tx,
      {
        actor: owner,
        action: "api_key.updated",
        subjectKind: "api_key",
        subjectId: key.id,
        detail: { before: termsOf(key), after: termsOf(changed) },
      },
      now,
    );
    return changed;
  });
}

type Terms = Pick<
  ApiKeyRow,
  | "name"
  | "scopes"
  | "maxPerPurchaseCents"
  | "confirmAboveCents"
  | "budgetCents"
  | "budgetPeriod"
  | "categories"
  | "expiresAt"
>;

function termsOf(key: Terms): Terms {
  return {
    name: key.name,
    scopes: key.scopes,
    maxPerPurchaseCents: key.maxPerPurchaseCents,
    confirmAboveCents: key.confirmAboveCents,
    budgetCents: key.budgetCents,
    budgetPeriod: key.budgetPeriod,
    categories: key.categories,
    expiresAt: key.expiresAt,
  };
}

function changeOf(key: Terms, patch: ApiKeyPatch): Terms {
  return {
    name: patch.name ?? key.name,
    scopes: patch.scopes ?? key.scopes,
    maxPerPurchaseCents: changed(patch.max_per_purchase_cents, key.maxPerPurchaseCents),
    confirmAboveCents: changed(patch.confirm_above_cents, key.confirmAboveCents),
    budgetCents: changed(patch.budget_cents, key.budgetCents),
    budgetPeriod: changed(patch.budget_period, key.budgetPeriod),
    categories: patch.categories ?? key.categories,
    expiresAt: changed(patch.expires_at, key.expiresAt),
  };
}

/** Null removes a limit; undefined keeps it. */
function changed<T>(wanted: T | null | undefined, present: T | null): T | null {
  return wanted === undefined ? present : wanted;
}
