import { type AgentRow, lockAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isTokenless, nextTokenInstant, TOKEN_ROTATED } from "./rules.ts";

/**
 * Replaces the token of the call, which ends at once; of two concurrent calls one rotates. The session's end
 * stays, because only the owner can prolong it. From now on, a registration returns the token only to
 * the holder of the current one.
 * Errors: token_revoked (replaced meanwhile), token_invalid (a connection's agent, which has none).
 */
export async function rotateAgentToken(ctx: Context, seen: AgentRow): Promise<AgentRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, seen.id);
    const isSame = agent?.registeredAt.getTime() === seen.registeredAt.getTime();
    if (agent === null || !isSame || agent.state !== seen.state) {
      throw new MarketError("token_revoked", "The token was replaced or revoked in the meantime.");
    }
    if (isTokenless(agent)) {
      throw new MarketError("token_invalid", "A connected agent has no token of its own.");
    }
    const actor = {
      kind: "agent",
      agentId: agent.id,
      verified: agent.state === "verified",
    } as const;
    const subject = { subjectKind: "agent", subjectId: agent.id } as const;
    await writeAudit(tx, { actor, action: "agent.token_rotated", ...subject }, now);
    return updateAgent(tx, agent.id, {
      registeredAt: nextTokenInstant(agent.registeredAt, now),
      registeredFromHash: TOKEN_ROTATED,
    });
  });
}
