import { type ApiKeyRow, lockApiKey, updateApiKey } from "../../db/queries/api-keys.ts";
import { writeAudit } from "../../db/queries/journal.ts";
import type { Context, OwnerActor } from "../context.ts";
import { MarketError } from "../errors.ts";

/**
 * Ends a key for good: the next call with it is refused. What it bought stays bought; a repeat
 * changes nothing. Errors: api_key_not_found (another's too).
 */
export async function revokeApiKey(
  ctx: Context,
  owner: OwnerActor,
  apiKeyId: string,
): Promise<ApiKeyRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await lockApiKey(tx, apiKeyId);
    if (found === null || found.account.id !== owner.accountId) {
      throw new MarketError("api_key_not_found", "Your account has no key of this id.");
    }
    if (found.key.revokedAt !== null) return found.key;
    const revoked = await updateApiKey(tx, apiKeyId, { revokedAt: now });
    await writeAudit(
      tx,
      { actor: owner, action: "api_key.revoked", subjectKind: "api_key", subjectId: apiKeyId },
      now,
    );
    return revoked;
  });
}
