import { findApiKeyByHash, recordApiKeyUse } from "../../db/queries/accounts/api-keys.ts";
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { minuteMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { apiKeyHash } from "./api-key.ts";
import { holdsApiKey, keyRefusal, scopeRefusal, wrongKindRefusal } from "./rules.ts";

const useNotedEveryMs = minuteMs;

/**
 * The operator of an API key, checked against its row on every call. Any one of `scopes` is enough; if
 * empty, any key will do. Errors: token_invalid, token_kind_wrong, token_revoked,
 * token_expired, account_suspended, scope_missing.
 */
export async function authenticateApiKey(
  ctx: Context,
  secret: string,
  scopes: readonly ApiKeyScope[] = [],
): Promise<OperatorActor> {
  throwRefusals([wrongKindRefusal(secret, "operator", ctx.config.PUBLIC_BASE_URL)]);
  const now = ctx.now();
  const found = holdsApiKey(secret) ? await findApiKeyByHash(ctx.db, apiKeyHash(secret)) : null;
  if (found === null) {
    throw new MarketError(
      "token_invalid",
      "This is not an API key of this marketplace. The human operator creates one in the account on the website " +
        `(${ctx.config.PUBLIC_BASE_URL}/account).`,
    );
  }
  const { key, account } = found;
  throwRefusals([keyRefusal(key, account, now)]);
  await noteUse(ctx, key, now);
  throwRefusals([scopeRefusal(key.scopes, scopes)]);
  return { kind: "operator", accountId: account.id, apiKeyId: key.id };
}

/** At most once a minute, so that a busy key does not rewrite its row constantly. */
async function noteUse(
  ctx: Context,
  key: { id: string; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const staleBefore = new Date(now.getTime() - useNotedEveryMs);
  if (key.lastUsedAt !== null && key.lastUsedAt >= staleBefore) return;
  await recordApiKeyUse(ctx.db, key.id, { now, staleBefore });
}
