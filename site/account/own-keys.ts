/**
 * Where a use case needs an operator, the website acts with one of the account's API keys, as its
 * agents do. The key must be active and have the scope.
 */
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { listOwnApiKeys } from "../../market/account/read.ts";
import type { Context } from "../../market/context.ts";

/** An active key, with the name that its owner gave it. */
export type KeyName = { id: string; name: string };

/** The account's active keys with the scope, newest first. */
export async function ownKeysWith(
  ctx: Context,
  owner: OwnerActor,
  scope: ApiKeyScope,
): Promise<KeyName[]> {
  const keys = await listOwnApiKeys(ctx, owner);
  return keys
    .filter(({ state, scopes }) => state === "active" && scopes.includes(scope))
    .map(({ id, name }) => ({ id, name }));
}
