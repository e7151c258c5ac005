/** A seller agent's new token, shown only once. */
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import type { AgentTokens } from "../../market/agent/agent-token.ts";
import { nameToldAgent } from "../../market/agent/rules.ts";

export async function viewNewToken(tokens: AgentTokens, agent: AgentRow) {
  const { id, registeredAt: issuedAt, tokenExpiresAt: expiresAt } = agent;
  return {
    id,
    token: await tokens.mint({ agentId: id, issuedAt, expiresAt }),
    agent_name: nameToldAgent(agent),
    expires_at: expiresAt.toISOString(),
  };
}
