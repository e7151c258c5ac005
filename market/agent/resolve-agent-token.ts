/** Finds the agent for the approval page. */
import { findApprovalByHash } from "../../db/queries/agents/agents.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import type { AgentTokens } from "./agent-token.ts";
import { approvalCodeHash } from "./approval-code.ts";

/** The agent of a token or an approval code. Errors: agent_token_unknown. */
export async function resolveAgentToken(
  ctx: Context,
  tokens: AgentTokens,
  token: string,
): Promise<string> {
  const now = ctx.now();
  const claims = await tokens.read(token);
  if (claims !== null && claims.expiresAt > now) return claims.agentId;
  const found = await findApprovalByHash(ctx.db, approvalCodeHash(token));
  if (found !== null && found.approval.expiresAt > now) return found.agent.id;
  throw new MarketError("agent_token_unknown", "This is neither an agent's token nor a code.", {
    faults: [{ pointer: "/token", code: "unknown", detail: "belongs to no agent, or has expired" }],
  });
}
