/** How a seller agent is shown to itself. */
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import type { AgentView } from "./schemas.ts";

/** The agent session record (docs/interface.md, me). */
export function viewAgent(agent: AgentRow): AgentView {
  return {
    id: agent.id,
    agent_name: agent.agentName,
    verified: agent.state === "verified",
    owner_email: agent.ownerEmail,
    expires_at: agent.tokenExpiresAt.toISOString(),
  };
}
