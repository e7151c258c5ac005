import { type AgentRow, lockAgent, updateAgent } from "../../db/queries/agents.ts";
import { writeAudit } from "../../db/queries/journal.ts";
import type { Context, OwnerActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { decisionOutcome, ownsAgent } from "./rules.ts";

/**
 * The owner approves or rejects the agent; a repeat of the same decision changes nothing.
 * Errors: not_the_owner, agent_already_decided.
 */
export async function decideAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
  decision: "approve" | "reject",
): Promise<AgentRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agentId);
    if (agent === null || !ownsAgent(owner, agent)) {
      throw new MarketError("not_the_owner", "Sign in with the address that the agent named.");
    }
    const outcome = decisionOutcome(agent.state, decision);
    if (outcome === "repeat") return agent;
    if (outcome === "conflict") {
      throw new MarketError("agent_already_decided", `The agent is ${agent.state} already.`);
    }
    const decided = await updateAgent(tx, agent.id, {
      state: decision === "approve" ? "verified" : "rejected",
      accountId: owner.accountId,
      decidedAt: now,
    });
    await writeAudit(
      tx,
      {
        actor: owner,
        action: decision === "approve" ? "agent.verified" : "agent.rejected",
        subjectKind: "agent",
        subjectId: agent.id,
      },
      now,
    );
    return decided;
  });
}
