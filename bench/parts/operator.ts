import { v7 } from "uuid";
import type { DatabaseHandle } from "../../db/client.ts";
import { insertApiKey } from "../../db/queries/accounts/api-keys.ts";
import { accounts } from "../../db/schema/index.ts";
import { newApiKeySecret } from "../../market/account/api-key.ts";

type Operator = { accountId: string; keyId: string; secret: string };

/**
 * Writes a new account and its API key into the tables. The owner's steps on the website are not
 * part of the measurement.
 */
export async function makeOperatorKey({ db }: DatabaseHandle): Promise<Operator> {
  const now = new Date();
  const accountId = v7();
  await db.insert(accounts).values({
    id: accountId,
    issuer: "bench",
    subject: "buyer",
    email: "buyer@example.org",
    emailVerified: true,
    createdAt: now,
    lastSeenAt: now,
  });
  const { secret, prefix, secretHash } = newApiKeySecret("test");
  const { id: keyId } = await insertApiKey(db, {
    name: "bench",
    scopes: ["purchase", "bid", "message", "read"],
    maxPerPurchaseCents: null,
    confirmAboveCents: null,
    budgetCents: null,
    budgetPeriod: null,
    categories: [],
    expiresAt: null,
    accountId,
    prefix,
    secretHash,
    createdAt: now,
  });
  return { accountId, keyId, secret };
}
