import {
  type ConnectionRow,
  countLiveConnections,
  insertConnection,
} from "../../db/queries/connections/connections.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { ConnectingClient, MakeGrant } from "./authorization-port.ts";
import { CONNECTIONS_PER_ACCOUNT_MAX } from "./limits.ts";
import { recordConsent } from "./record-consent.ts";
import { scopesWithin, shownClientName } from "./rules.ts";
import type { ConnectionTerms } from "./schemas.ts";
import { checkLimits, limitsOf, writeHalves } from "./terms.ts";

type Consent = { client: ConnectingClient; terms: ConnectionTerms; makeGrant: MakeGrant };

/**
 * Connects a client in one transaction: an API key for all scopes except `sell`, an approved agent for
 * `sell`, audit rows, and the owner's mail. Never grants more than was requested. Errors:
 * invalid_request (faults by field), limit_reached, account_suspended.
 */
export async function openConnection(
  ctx: Context,
  owner: OwnerActor,
  { client, terms, makeGrant }: Consent,
): Promise<ConnectionRow> {
  const now = ctx.now();
  const scopes = scopesWithin(terms.scopes, client.scopesAsked);
  if (scopes.length === 0) {
    throw new MarketError("invalid_request", "Allow at least one thing, or deny the request.");
  }
  return ctx.db.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, owner.accountId);
    if ((await countLiveConnections(tx, account.id)) >= CONNECTIONS_PER_ACCOUNT_MAX) {
      const most = `An account can have ${CONNECTIONS_PER_ACCOUNT_MAX} connections`;
      throw new MarketError("limit_reached", `${most}: end one first.`);
    }
    const limits = limitsOf(terms);
    await checkLimits(tx, { accountId: account.id, limits, now });
    const clientName = shownClientName(client.clientName, client.clientHost);
    const wish = { account, clientName, scopes, limits, now };
    const { key, agent } = await writeHalves(tx, owner, {
      has: { key: null, agent: null },
      wish: { ...wish, agentName: terms.agent_name, mode: ctx.payments.mode },
    });
    const connection = await insertConnection(tx, {
      accountId: account.id,
      grantId: await makeGrant(scopes),
      clientId: client.clientId,
      clientName,
      clientHost: client.clientHost,
      isRegisteredDynamically: client.isRegisteredDynamically,
      scopes,
      grantedScopes: scopes,
      apiKeyId: key?.id ?? null,
      agentId: agent?.id ?? null,
      createdAt: now,
      consentedAt: now,
      expiresAt: limits.expiresAt,
    });
    await recordConsent(tx, owner, { connection, action: "connection.opened", now });
    return connection;
  });
}
