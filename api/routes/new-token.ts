/** A seller agent's new token, shown only once. */
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import { shownAgentName } from "../../market/agent/rules.ts";

export async function viewNewToken(tokens: AgentTokens, agent: AgentRow) {
  const { id, registeredAt: issuedAt, tokenExpiresAt: expiresAt } = agent;
  return {
    id,
    token: await tokens.mint({ agentId: id, issuedAt, expiresAt }),
    agent_name: shownAgentName(agent),
    expires_at: expiresAt.toISOString(),
  };
}
