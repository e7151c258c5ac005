import { type AgentRow, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { dayMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { wholeSeconds } from "./agent-token.ts";
import { lockLivingAgent } from "./own-agent.ts";
import { isTokenless, MADE_BY_SITE, nextTokenInstant, TOKEN_ROTATED } from "./rules.ts";

/**
 * Replaces an approved agent's token, which ends at once: for a token that was lost, leaked or has expired.
 * The new one is valid as long as one from a registration. After two renewals, the later token is valid.
 * The caller mints it from the returned row.
 * Errors: agent_not_found, account_suspended, agent_has_no_token (a connected one, or not approved).
 */
export async function renewAgentToken(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<AgentRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockLivingAgent(tx, owner, agentId);
    if (agent.state !== "verified") {
      throw new MarketError("agent_has_no_token", `The agent is ${agent.state}.`);
    }
    if (isTokenless(agent)) throw tokenless(agent);
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    await writeAudit(tx, { actor: owner, action: "agent.token_rotated", ...subject }, now);
    const ttlMs = ctx.config.AGENT_TOKEN_TTL_DAYS * dayMs;
    return updateAgent(tx, agentId, {
      registeredAt: nextTokenInstant(agent.registeredAt, now),
      tokenExpiresAt: wholeSeconds(new Date(now.getTime() + ttlMs)),
      registeredFromHash: TOKEN_ROTATED,
    });
  });
}

function tokenless({ registeredFromHash }: AgentRow): MarketError {
  const detail =
    registeredFromHash === MADE_BY_SITE
      ? "You use it yourself to sell on the website: no program acts as it."
      : "It uses the tokens of the connected program: disconnect that.";
  return new MarketError("agent_has_no_token", detail);
}
