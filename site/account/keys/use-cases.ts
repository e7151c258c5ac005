import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { type CreatedApiKey, createApiKey } from "../../../market/account/create-api-key.ts";
import { type ApiKeySummary, listOwnApiKeys } from "../../../market/account/read.ts";
import { revokeApiKey } from "../../../market/account/revoke-api-key.ts";
import { apiKeyInput, apiKeyPatch } from "../../../market/account/schemas.ts";
import { updateOwnApiKey } from "../../../market/account/update-api-key.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { parseForm } from "../../kit/form.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";

/** The owner's input for a key; the use case's schema checks it. */
export type KeyLimitsForm = {
  name: string;
  scopes: string[];
  max_per_purchase_cents: number | null;
  confirm_above_cents: number | null;
  budget_cents: number | null;
  budget_period: string | null;
  categories: string[];
  /** Null: never. Left out: unchanged. */
  expires_at?: string | null;
};

export function keyUseCases(ctx: Context) {
  return {
    listKeys: async (
      owner: OwnerActor,
      { limit, offset }: PageWanted,
    ): Promise<PageOf<ApiKeySummary>> => {
      const keys = await listOwnApiKeys(ctx, owner);
      return { items: keys.slice(offset, offset + limit), total: keys.length };
    },
    getKey: async (owner: OwnerActor, keyId: string): Promise<ApiKeySummary> => {
      const keys = await listOwnApiKeys(ctx, owner);
      const found = keys.find(({ id }) => id === keyId);
      if (found !== undefined) return found;
      throw new MarketError("api_key_not_found", "Your account has no such key.");
    },
    /** Returns the secret, which is shown once and not stored in plain text. */
    createKey: async (owner: OwnerActor, form: KeyLimitsForm): Promise<CreatedApiKey> =>
      createApiKey(ctx, owner, parseForm(apiKeyInput, form)),
    changeKey: async (owner: OwnerActor, keyId: string, form: KeyLimitsForm): Promise<void> => {
      await updateOwnApiKey(ctx, owner, keyId, parseForm(apiKeyPatch, form));
    },
    revokeKey: async (owner: OwnerActor, keyId: string): Promise<void> => {
      await revokeApiKey(ctx, owner, keyId);
    },
  };
}
