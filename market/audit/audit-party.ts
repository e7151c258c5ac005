/**
 * The actor by which a page of the audit log is filtered: a connected program, a key or an agent.
 */
import type { Database } from "../../db/client.ts";
import { findApiKey } from "../../db/queries/accounts/api-keys.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { findConnection } from "../../db/queries/connections/connections.ts";
import type { AuditParty } from "../../db/queries/journal/audit-log.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import type { AuditPartyQuery } from "./schemas.ts";

export type Party = { label: string; party: AuditParty };

/** Null: no filter. Errors: connection_not_found, api_key_not_found, agent_not_found. */
export async function findParty(
  db: Database,
  owner: OwnerActor,
  { connection_id: connectionId, api_key_id: apiKeyId, agent_id: agentId }: AuditPartyQuery,
): Promise<Party | null> {
  if (connectionId !== undefined) return ofConnection(db, owner, connectionId);
  if (apiKeyId !== undefined) return ofKey(db, owner, apiKeyId);
  return agentId === undefined ? null : ofAgent(db, owner, agentId);
}

async function ofConnection(
  db: Database,
  { accountId }: OwnerActor,
  connectionId: string,
): Promise<Party> {
  const found = await findConnection(db, { accountId, connectionId });
  if (found === null) {
    throw new MarketError("connection_not_found", "Your account has no connection of this id.");
  }
  const { clientHost, clientName, apiKeyId, agentId } = found.connection;
  const label = `the program ${clientHost} “${clientName}”`;
  return { label, party: { apiKeyId, agentId, connectionId } };
}

async function ofKey(db: Database, { accountId }: OwnerActor, apiKeyId: string): Promise<Party> {
  const key = await findApiKey(db, apiKeyId);
  if (key?.accountId !== accountId) {
    throw new MarketError("api_key_not_found", "Your account has no API key of this id.");
  }
  return { label: `the key "${key.name}"`, party: { apiKeyId, agentId: null } };
}

async function ofAgent(db: Database, { accountId }: OwnerActor, agentId: string): Promise<Party> {
  const agent = await findAgent(db, agentId);
  if (agent?.accountId !== accountId) {
    throw new MarketError("agent_not_found", "Your account has no agent of this id.");
  }
  return { label: `the agent "${agent.agentName}"`, party: { apiKeyId: null, agentId } };
}
