import { holdAccount } from "../../db/queries/accounts/suspensions.ts";
import { type AgentRow, lockAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { requireUnsuspended } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { notifyVerified } from "./notify-verified.ts";
import { decisionOutcome, ownsAgent } from "./rules.ts";

/**
 * The owner approves or rejects the agent, by the mail's link or on the account page; repeating the
 * same decision changes nothing. A suspended account cannot approve.
 * Errors: not_the_owner (also for an unknown agent), agent_already_decided, account_suspended,
 * account_closed.
 */
export async function decideAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
  decision: "approve" | "reject",
): Promise<AgentRow> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const account = await holdAccount(tx, owner.accountId);
    const agent = await lockAgent(tx, agentId);
    if (agent === null || !ownsAgent(owner, agent)) {
      throw new MarketError("not_the_owner", "Sign in with the address that the agent named.");
    }
    const outcome = decisionOutcome(agent.state, decision);
    if (outcome === "repeat") return agent;
    if (outcome === "conflict") {
      throw new MarketError("agent_already_decided", `The agent is already ${agent.state}.`);
    }
    if (decision === "approve") requireUnsuspended(account);
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
    if (decision === "approve") await notifyVerified(tx, decided, now);
    return decided;
  });
}
