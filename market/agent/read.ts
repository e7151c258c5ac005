/** What a person reads of seller agents: their own, and the one that asks for approval. */
import { findApprovalByHash } from "../../db/queries/agents/agents.ts";
import {
  countOwnAgents,
  type OwnAgentRow,
  pageOwnAgents,
} from "../../db/queries/listings/owner-listings.ts";
import type { Context, OwnerActor } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import { viewSuspension } from "../suspension.ts";
import type { Pagination } from "../text.ts";
import { approvalCodeHash } from "./approval-code.ts";
import { type AgentState, maskEmail } from "./rules.ts";

/** An agent as its owner sees it. */
export type OwnAgentView = {
  id: string;
  agent_name: string;
  /** pending: approve or reject it by `decideAgent`. verified: `revokeAgent` ends it. */
  state: AgentState;
  suspension: { by: "agent" | "account"; reason: string; suspended_at: string } | null;
  registered_at: string;
  decided_at: string | null;
  revoked_at: string | null;
  token_expires_at: string;
  listings: { draft: number; active: number; suspended: number; withdrawn: number };
};

/**
 * All agents of the account in every state, and those that named its verified address and wait for
 * its decision; newest first.
 */
export async function listOwnAgents(
  ctx: Context,
  owner: OwnerActor,
  page: { limit: number; offset: number },
): Promise<{ items: OwnAgentView[]; pagination: Pagination }> {
  const { limit, offset } = page;
  const email = owner.emailVerified ? owner.email.toLowerCase() : null;
  const { rows, total } = await pageOwnAgents(ctx.db, {
    accountId: owner.accountId,
    email,
    limit,
    offset,
  });
  return {
    items: rows.map(viewOwnAgent),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}

function viewOwnAgent(agent: OwnAgentRow): OwnAgentView {
  return {
    id: agent.id,
    agent_name: agent.agentName,
    state: agent.state,
    suspension: viewSuspension(agent),
    registered_at: agent.registeredAt.toISOString(),
    decided_at: agent.decidedAt?.toISOString() ?? null,
    revoked_at: agent.revokedAt?.toISOString() ?? null,
    token_expires_at: agent.tokenExpiresAt.toISOString(),
    listings: { draft: 0, active: 0, suspended: 0, withdrawn: 0, ...agent.listings },
  };
}

/** How many agents wait for this person's decision. */
export async function countPendingAgents(ctx: Context, owner: OwnerActor): Promise<number> {
  const email = owner.emailVerified ? owner.email.toLowerCase() : null;
  const { accountId } = owner;
  return (await countOwnAgents(ctx.db, { accountId, email })).pending;
}

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
