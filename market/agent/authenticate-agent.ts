import { type AgentRow, findAgent } from "../../db/queries/agents/agents.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { AgentTokens } from "./agent-token.ts";
import { TOKEN_ROTATED } from "./rules.ts";

/**
 * The agent of a bearer token, checked against its row on every call so that the owner can
 * revoke it. Errors: token_invalid, token_expired, token_revoked.
 */
export async function authenticateAgent(
  ctx: Context,
  tokens: AgentTokens,
  token: string,
): Promise<AgentRow> {
  const claims = await tokens.read(token);
  if (claims === null)
    throw new MarketError("token_invalid", "This is not an agent token of this marketplace.");
  if (claims.expiresAt <= ctx.now()) {
    throw new MarketError("token_expired", "Register again, with this token as bearer.");
  }
  const agent = await findAgent(ctx.db, claims.agentId);
  if (agent === null)
    throw new MarketError("token_invalid", "This is not an agent token of this marketplace.");
  if (agent.registeredAt.getTime() !== claims.issuedAt.getTime()) {
    if (agent.registeredFromHash === TOKEN_ROTATED) {
      throw new MarketError("token_revoked", "The agent has rotated this token.");
    }
    throw new MarketError("token_expired", "A later registration has replaced this token.");
  }
  if (agent.state === "revoked" || agent.state === "rejected") {
    throw new MarketError("token_revoked", `The owner has ${agent.state} this agent.`);
  }
  return agent;
}

/** The agent whose latest token this is, even if it has expired or was revoked; null: none. */
export async function holderOfToken(
  ctx: Context,
  tokens: AgentTokens,
  token: string,
): Promise<string | null> {
  const claims = await tokens.read(token);
  const agent = claims === null ? null : await findAgent(ctx.db, claims.agentId);
  return agent?.registeredAt.getTime() === claims?.issuedAt.getTime() ? (agent?.id ?? null) : null;
}
