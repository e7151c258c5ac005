import type { Database } from "../../db/client.ts";
import { findConnectionsOfAgents } from "../../db/queries/connections/connections.ts";
import { findOwnAgent, type OwnAgentRow } from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { AgentState } from "../../db/vocabulary/agent.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { MarketError } from "../errors.ts";
import { viewSuspension } from "../suspension.ts";
import { MADE_BY_SITE } from "./rules.ts";
import type { OwnAgentWire } from "./schemas.ts";

/** An agent as its owner sees it, on the site and on the wire. */
export type OwnAgentView = {
  id: string;
  agent_name: string;
  /** pending: approve or reject it with `decideAgent`. verified: `revokeAgent` ends it. */
  state: AgentState;
  suspension: { by: "agent" | "account"; reason: string; suspended_at: string } | null;
  registered_at: string;
  decided_at: string | null;
  revoked_at: string | null;
  token_expires_at: string;
  /** The connection whose tokens use it; null: it has its own token. */
  connection: { id: string; clientHost: string } | null;
  /** Its owner sells through it on the website; no program has a token for it. */
  builtIn: boolean;
  listings: { draft: number; active: number; suspended: number; withdrawn: number };
};

/** Errors: agent_not_found. */
export async function readOwnAgent(
  db: Database,
  owner: OwnerActor,
  agentId: string,
): Promise<OwnAgentView> {
  const email = owner.emailVerified ? foldEmail(owner.email) : null;
  const row = await findOwnAgent(db, { accountId: owner.accountId, email, agentId });
  if (row === null) throw new MarketError("agent_not_found", "You have no agent with this id.");
  const connections = await findConnectionsOfAgents(db, [agentId]);
  return viewOwnAgent(row, connections.get(agentId) ?? null);
}

export function viewOwnAgent(
  agent: OwnAgentRow,
  connection: OwnAgentView["connection"],
): OwnAgentView {
  return {
    id: agent.id,
    agent_name: agent.agentName,
    state: agent.state,
    suspension: viewSuspension(agent),
    registered_at: agent.registeredAt.toISOString(),
    decided_at: agent.decidedAt?.toISOString() ?? null,
    revoked_at: agent.revokedAt?.toISOString() ?? null,
    token_expires_at: agent.tokenExpiresAt.toISOString(),
    connection,
    builtIn: agent.registeredFromHash === MADE_BY_SITE,
    listings: { draft: 0, active: 0, suspended: 0, withdrawn: 0, ...agent.listings },
  };
}

/** The wire form, which `If-Match` compares. */
export function wireOwnAgent({ connection, builtIn: _, ...agent }: OwnAgentView): OwnAgentWire {
  if (connection === null) return { ...agent, connection };
  return { ...agent, connection: { id: connection.id, client_host: connection.clientHost } };
}
