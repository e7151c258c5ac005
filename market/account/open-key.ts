/** Writes a new API key with its audit row, for an owner or for a connected client. */
import type { Database } from "../../db/client.ts";
import type { AccountRow } from "../../db/queries/accounts/accounts.ts";
import {
  type ApiKeyRow,
  countUnrevokedApiKeys,
  insertApiKey,
} from "../../db/queries/accounts/api-keys.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { API_KEYS_PER_ACCOUNT_MAX } from "./limits.ts";

type NewKey = Omit<
  Parameters<typeof insertApiKey>[1],
  "id" | "accountId" | "createdAt" | "revokedAt" | "lastUsedAt"
>;

/** The account is locked, so that its keys are counted one at a time. Errors: limit_reached. */
export async function openKey(
  tx: Database,
  owner: OwnerActor,
  { account, values, now }: { account: AccountRow; values: NewKey; now: Date },
): Promise<ApiKeyRow> {
  if ((await countUnrevokedApiKeys(tx, account.id)) >= API_KEYS_PER_ACCOUNT_MAX) {
    throw new MarketError(
      "limit_reached",
      `An account can have ${API_KEYS_PER_ACCOUNT_MAX} keys: revoke one first.`,
    );
  }
  const key = await insertApiKey(tx, { ...values, accountId: account.id, createdAt: now });
  const { id: subjectId, name, scopes } = key;
  const detail = { name, scopes };
  await writeAudit(
    tx,
    { actor: owner, action: "api_key.created", subjectKind: "api_key", subjectId, detail },
    now,
  );
  return key;
}
