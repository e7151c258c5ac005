/** A seller agent replaces its own token. */
import { type AgentRow, lockAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { isTokenless, nextTokenInstant, TOKEN_ROTATED } from "./rules.ts";

/**
 * Gives the agent another token in the place of the one that it called with, which ends at once; of two
 * calls at a time one rotates. The end of its session stays: only its owner can prolong that. From now
 * on no registration brings a token but to who holds the present one.
 * Errors: token_revoked (replaced meanwhile), token_invalid (of a connection, which has none).
 */
export async function rotateAgentToken(ctx: Context, seen: AgentRow): Promise<AgentRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, seen.id);
    const isSame = agent?.registeredAt.getTime() === seen.registeredAt.getTime();
    if (agent === null || !isSame || agent.state !== seen.state) {
      throw new MarketError("token_revoked", "The token was replaced or revoked meanwhile.");
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
