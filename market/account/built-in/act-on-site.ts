/** The built-in key with which a person acts on the website, with the same limits and records as agents. */

import {
  type ApiKeyRow,
  findBuiltInKey,
  insertApiKey,
  recordApiKeyUse,
} from "../../../db/queries/accounts/api-keys.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { apiKeyScopes } from "../../../db/vocabulary/account.ts";
import type { OperatorActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import { newApiKeySecret } from "../api-key.ts";
import { lockOpenAccount } from "../open-account.ts";

const siteKeyName = "You, on this website";

/**
 * The signed-in person as an operator of their own account, by its built-in key. It is created at the
 * first use, without limits until the owner sets some, and does not count as a key; nobody has its
 * secret. If it was revoked, a new one follows. Errors: account_suspended.
 */
export async function actOnSite(ctx: Context, owner: OwnerActor): Promise<OperatorActor> {
  const { accountId } = owner;
  const now = ctx.now();
  const key = (await findBuiltInKey(ctx.db, accountId)) ?? (await makeSiteKey(ctx, owner, now));
  await recordApiKeyUse(ctx.db, key.id, { now, staleBefore: now });
  return { kind: "operator", accountId, apiKeyId: key.id };
}

function makeSiteKey(ctx: Context, owner: OwnerActor, now: Date): Promise<ApiKeyRow> {
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    // Another tab of the same person may have been faster.
    const made = await findBuiltInKey(tx, account.id);
    if (made !== null) return made;
    const { prefix, secretHash } = newApiKeySecret(ctx.payments.mode);
    const scopes = [...apiKeyScopes];
    const key = await insertApiKey(tx, {
      accountId: account.id,
      name: siteKeyName,
      prefix,
      secretHash,
      scopes,
      categories: [],
      isBuiltIn: true,
      createdAt: now,
    });
    const detail = { name: siteKeyName, scopes };
    await writeAudit(
      tx,
      {
        actor: owner,
        action: "api_key.created",
        subjectKind: "api_key",
        subjectId: key.id,
        detail,
      },
      now,
    );
    return key;
  });
}
