/** A person consents again for a connected client, which asks for more or has returned. */
import { type ConnectionRow, updateConnection } from "../../db/queries/connections/connections.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { type ConnectionScope, connectionScopes } from "../../db/vocabulary/connection.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { ConnectingClient, MakeGrant } from "./authorization-port.ts";
import { lockOwnConnection } from "./own-connection.ts";
import { recordConsent } from "./record-consent.ts";
import { scopesWithin, shownClientName } from "./rules.ts";
import type { ConnectionTerms } from "./schemas.ts";
import { checkLimits, limitsOf, presentLimits, writeHalves } from "./terms.ts";

type Renewal = {
  client: ConnectingClient;
  /** `limits: null` keeps the current ones. */
  terms: Pick<ConnectionTerms, "scopes" | "agent_name"> & { limits: ConnectionTerms | null };
  makeGrant: MakeGrant;
};

/**
 * Continues the connection under the new grant, with its key, agent and spending. Returns it with the old
 * grant, whose tokens have to be ended; null if the grant is the same. Errors: those of
 * `openConnection`, connection_not_found; invalid_request for an ended connection.
 */
export async function renewConnection(
  ctx: Context,
  owner: OwnerActor,
  connectionId: string,
  { client, terms, makeGrant }: Renewal,
): Promise<{ connection: ConnectionRow; endedGrantId: string | null }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    const { connection: before, halves } = await lockOwnConnection(tx, owner, connectionId);
    if (before.endedAt !== null) {
      throw new MarketError(
        "invalid_request",
        "The connection has ended: connect the client again.",
      );
    }
    const scopes = renewedScopes(before, client, terms.scopes);
    const limits = terms.limits === null ? presentLimits(before, halves) : limitsOf(terms.limits);
    if (terms.limits !== null) await checkLimits(tx, { accountId: account.id, limits, now });
    const clientName = shownClientName(client.clientName, client.clientHost);
    const wish = { account, clientName, scopes, limits, now };
    const { key, agent } = await writeHalves(tx, owner, {
      has: halves,
      wish: { ...wish, agentName: terms.agent_name, mode: ctx.payments.mode },
    });
    const grantId = await makeGrant(scopes);
    const connection = await updateConnection(tx, before.id, {
      grantId,
      clientId: client.clientId,
      clientName,
      clientHost: client.clientHost,
      isRegisteredDynamically: client.isRegisteredDynamically,
      scopes,
      grantedScopes: scopes,
      apiKeyId: key?.id ?? null,
      agentId: agent?.id ?? null,
      consentCount: before.consentCount + 1,
      consentedAt: now,
      expiresAt: limits.expiresAt,
    });
    await recordConsent(tx, owner, { connection, action: "connection.renewed", now });
    return { connection, endedGrantId: before.grantId === grantId ? null : before.grantId };
  });
}

/** Scopes that were not requested now stay; of the requested ones, it gets those that were allowed. */
function renewedScopes(
  before: ConnectionRow,
  { scopesAsked }: ConnectingClient,
  agreed: readonly string[],
): ConnectionScope[] {
  const kept = before.scopes.filter((scope) => !scopesAsked.includes(scope));
  const scopes = scopesWithin([...scopesWithin(agreed, scopesAsked), ...kept], connectionScopes);
  if (scopes.length > 0) return scopes;
  throw new MarketError("invalid_request", "Allow at least one thing, or deny the request.");
}
