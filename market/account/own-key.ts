/** What all changes of an owner's key begin with: its lock. */
import type { Database } from "../../db/client.ts";
import { type ApiKeyRow, lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";

/** Locks a key of the owner's account. Errors: api_key_not_found (another's too). */
export async function lockOwnKey(
  tx: Database,
  owner: OwnerActor,
  apiKeyId: string,
): Promise<ApiKeyRow> {
  const found = await lockApiKey(tx, apiKeyId);
  if (found?.account.id === owner.accountId) return found.key;
  throw new MarketError("api_key_not_found", "Your account has no key of this id.");
}
