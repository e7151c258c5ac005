/** Which seller agent a call by its token comes from. */
import { type AgentRow, findAgent } from "../../db/queries/agents/agents.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { AgentTokens } from "./agent-token.ts";

/**
 * The agent behind a bearer token, checked against its row on every call so that the owner can
 * revoke it. Errors: token_invalid, token_expired, token_revoked.
 */
export async function authenticateAgent(
  ctx: Context,
  tokens: AgentTokens,
  token: string,
): Promise<AgentRow> {
  const claims = await tokens.read(token);
  if (claims === null) throw new MarketError("token_invalid", "This is no agent token of ours.");
  if (claims.expiresAt <= ctx.now()) {
    throw new MarketError("token_expired", "Register again to get a new token.");
  }
  const agent = await findAgent(ctx.db, claims.agentId);
  if (agent === null) throw new MarketError("token_invalid", "This is no agent token of ours.");
  if (agent.registeredAt.getTime() !== claims.issuedAt.getTime()) {
    throw new MarketError("token_expired", "A later registration has replaced this token.");
  }
  if (agent.state === "revoked" || agent.state === "rejected") {
    throw new MarketError("token_revoked", `The owner has ${agent.state} this agent.`);
  }
  return agent;
}
