/** Locks an owner's key, as every change of it does. */
import type { Database } from "../../db/client.ts";
import { type ApiKeyRow, lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";

/** Errors: api_key_not_found (also for another account's). */
export async function lockOwnKey(
  tx: Database,
  owner: OwnerActor,
  apiKeyId: string,
): Promise<ApiKeyRow> {
  const found = await lockApiKey(tx, apiKeyId);
  if (found?.account.id === owner.accountId) return found.key;
  throw new MarketError("api_key_not_found", "Your account has no key with this id.");
}
