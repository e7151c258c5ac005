/**
 * The website acts as the account's agents do, so by one of its API keys where the use case wants an
 * operator: a key that is in use and has the scope.
 */
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { listOwnApiKeys } from "../../market/account/read.ts";
import type { Context } from "../../market/context.ts";

/** A key that is in use, by the name that its owner gave it. */
export type KeyName = { id: string; name: string };

/** The account's keys with a scope that are in use, the newest first. */
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
