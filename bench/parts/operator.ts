/** An operator of the benches: its account, its key, and a program that acts as the same key. */
import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { DatabaseHandle } from "../../db/client.ts";
import { insertApiKey } from "../../db/queries/accounts/api-keys.ts";
import { insertConnection } from "../../db/queries/connections/connections.ts";
import { putOauthRecord } from "../../db/queries/oauth/records.ts";
import { accounts } from "../../db/schema/index.ts";
import { newApiKeySecret } from "../../market/account/api-key.ts";
import { oauthIdHash, tokenPrefixes } from "../../market/connection/access-token.ts";
import { dayMs } from "../../platform/time.ts";

export type Operator = { accountId: string; keyId: string; secret: string };

/** A key of an account of its own; what an owner does on the website is not what is measured. */
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

/** The OAuth access token, for the API at `audience`, of a program that acts as the operator's key. */
export async function makeAccessToken(
  { db }: DatabaseHandle,
  { accountId, keyId }: Operator,
  audience: string,
): Promise<string> {
  const now = new Date();
  const grantId = v7();
  const token = tokenPrefixes.AccessToken + randomBytes(32).toString("base64url");
  const scopes = ["read" as const, "purchase" as const, "message" as const];
  await insertConnection(db, {
    accountId,
    grantId,
    clientId: "bench",
    clientName: "bench",
    clientHost: "bench.example",
    isRegisteredDynamically: false,
    scopes,
    grantedScopes: scopes,
    apiKeyId: keyId,
    createdAt: now,
    consentedAt: now,
  });
  const records = [
    { kind: "Grant", idHash: oauthIdHash(grantId), payload: {} },
    { kind: "AccessToken", idHash: oauthIdHash(token), payload: { aud: audience } },
  ];
  const expiresAt = new Date(now.getTime() + dayMs);
  for (const record of records) await putOauthRecord(db, { ...record, grantId, expiresAt });
  return token;
}
