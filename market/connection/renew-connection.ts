/** A person agrees anew for a client that is connected: it asks for more, or came again. */
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
  /** `limits: null` keeps those that it has. */
  terms: Pick<ConnectionTerms, "scopes" | "agent_name"> & { limits: ConnectionTerms | null };
  makeGrant: MakeGrant;
};

/**
 * The connection goes on under the new grant, with its key, its agent and what it has spent. Returns
 * it with the grant whose tokens are to be ended; null: it is the same. Errors: those of
 * `openConnection`, connection_not_found; invalid_request for a connection that was ended.
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
        "The connection was ended: connect the client anew.",
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

/** What it has and did not ask for now stays; of what it asks for it gets what was agreed to. */
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
