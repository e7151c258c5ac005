/** Everything that a call with an access token needs, in one query. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, agents, apiKeys, connections, oauthRecords } from "../../schema/index.ts";
import type { ConnectionActors } from "../connections/connections.ts";

export type AccessTokenRow = {
  /** The resource that the token is for. */
  audience: string;
  /** The thumbprint of the key that it is bound to (RFC 9449); null for a plain bearer token. */
  jkt: string | null;
  expiresAt: Date;
  /** Null if its consent was not completed. */
  actors: ConnectionActors | null;
};

const grants = alias(oauthRecords, "grants");

/**
 * The token with this SHA-256 (hexadecimal) if its grant still exists, even if the token has
 * expired.
 */
export async function findAccessToken(
  db: Database,
  idHash: string,
): Promise<AccessTokenRow | null> {
  const [row] = await db
    .select({
      payload: oauthRecords.payload,
      expiresAt: oauthRecords.expiresAt,
      connection: connections,
      key: apiKeys,
      agent: agents,
      account: { id: accounts.id, suspendedAt: accounts.suspendedAt },
    })
    .from(oauthRecords)
    .innerJoin(grants, and(eq(grants.grantId, oauthRecords.grantId), eq(grants.kind, "Grant")))
    .leftJoin(connections, eq(connections.grantId, oauthRecords.grantId))
    .leftJoin(accounts, eq(accounts.id, connections.accountId))
    .leftJoin(apiKeys, eq(apiKeys.id, connections.apiKeyId))
    .leftJoin(agents, eq(agents.id, connections.agentId))
    .where(and(eq(oauthRecords.kind, "AccessToken"), eq(oauthRecords.idHash, idHash)));
  if (row === undefined) return null;
  const { payload, expiresAt, connection, key, agent, account } = row;
  const isWhole = connection !== null && account !== null;
  const actors = isWhole ? { connection, key, agent, account } : null;
  const jkt = typeof payload.jkt === "string" ? payload.jkt : null;
  return { audience: String(payload.aud), jkt, expiresAt, actors };
}
