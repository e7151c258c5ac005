import { findApprovalByHash } from "../../db/queries/agents/agents.ts";
import type { Context } from "../context.ts";
import { approvalCodeHash } from "./approval-code.ts";
import { type AgentState, maskEmail } from "./rules.ts";

export type ApprovalView = {
  agentId: string;
  agentName: string;
  ownerEmail: string;
  ownerEmailMasked: string;
  registeredAt: Date;
  state: AgentState;
};

/** What the approval link is about; null for an unknown or expired code. */
export async function viewApproval(ctx: Context, code: string): Promise<ApprovalView | null> {
  const found = await findApprovalByHash(ctx.db, approvalCodeHash(code));
  if (found === null) return null;
  if (found.approval.expiresAt <= ctx.now()) return null;
  const { agent } = found;
  return {
    agentId: agent.id,
    agentName: agent.agentName,
    ownerEmail: agent.ownerEmail,
    ownerEmailMasked: maskEmail(agent.ownerEmail),
    registeredAt: agent.registeredAt,
    state: agent.state,
  };
}
