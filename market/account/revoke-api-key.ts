import { type ApiKeyRow, updateApiKey } from "../../db/queries/accounts/api-keys.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { cancelWaitingOfKey } from "./end-waiting.ts";
import { leaveConnection } from "./leave-connection.ts";
import { lockOwnKey } from "./own-key.ts";

/**
 * Ends a key for good: the next call with it is refused. Its purchases stay, and its waiting purchases
 * are cancelled. A repeat changes nothing. Errors: api_key_not_found (also for another account's).
 */
export async function revokeApiKey(
  ctx: Context,
  owner: OwnerActor,
  apiKeyId: string,
): Promise<ApiKeyRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const key = await lockOwnKey(tx, owner, apiKeyId);
    if (key.revokedAt !== null) return key;
    const revoked = await updateApiKey(tx, apiKeyId, { revokedAt: now });
    await cancelWaitingOfKey(tx, owner, apiKeyId, now);
    await writeAudit(
      tx,
      { actor: owner, action: "api_key.revoked", subjectKind: "api_key", subjectId: apiKeyId },
      now,
    );
    await leaveConnection(tx, owner, { of: { apiKeyId }, now });
    return revoked;
  });
}
