/** A person's reads of seller agents: their own, and the one that asks for approval. */
import { findApprovalByHash } from "../../db/queries/agents/agents.ts";
import { readOpenBusiness } from "../../db/queries/agents/open-business.ts";
import { findConnectionsOfAgents } from "../../db/queries/connections/connections.ts";
import {
  countOwnAgents,
  type OwnAgentRow,
  pageOwnAgents,
} from "../../db/queries/listings/owner-listings.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { AgentState } from "../../db/vocabulary/agent.ts";
import { foldEmail } from "../../platform/email-address.ts";
import type { Context } from "../context.ts";
import type { OpenMatter } from "../errors.ts";
import { idShape } from "../list-cursor.ts";
import { type PageAsked, readPage } from "../pagination.ts";
import type { Pagination } from "../text.ts";
import { approvalCodeHash } from "./approval-code.ts";
import { AGENT_OPEN_MATTERS_SHOWN_MAX } from "./limits.ts";
import { viewOpenMatter } from "./open-business.ts";
import { type OwnAgentView, readOwnAgent, viewOwnAgent } from "./own-agent-view.ts";
import { maskEmail } from "./rules.ts";

/**
 * All agents of the account in every state, and those that named its verified address and wait for
 * its decision; newest first.
 */
export async function listOwnAgents(
  ctx: Context,
  owner: OwnerActor,
  page: PageAsked,
): Promise<{ items: OwnAgentView[]; pagination: Pagination }> {
  const email = owner.emailVerified ? foldEmail(owner.email) : null;
  const of = { accountId: owner.accountId, email };
  const list = { name: "own agents", shape: idShape, keyOf: ({ id }: OwnAgentRow) => id };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageOwnAgents(ctx.db, { ...of, ...slice }),
  );
  return { items: await viewOwnAgents(ctx, rows), pagination };
}

/** One agent of {@link listOwnAgents}. Errors: agent_not_found. */
export async function getOwnAgent(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<OwnAgentView> {
  return readOwnAgent(ctx.db, owner, agentId);
}

async function viewOwnAgents(ctx: Context, rows: OwnAgentRow[]): Promise<OwnAgentView[]> {
  const ids = rows.map(({ id }) => id);
  const connections = await findConnectionsOfAgents(ctx.db, ids);
  return rows.map((row) => viewOwnAgent(row, connections.get(row.id) ?? null));
}

/** Current obstacles to the agent's deletion; `deleteAgent` checks again. */
export async function listOpenMatters(ctx: Context, agentId: string): Promise<OpenMatterView[]> {
  const page = { agentId, rowsMax: AGENT_OPEN_MATTERS_SHOWN_MAX };
  const rows = await readOpenBusiness(ctx.db, page);
  return rows.map((row) => ({ ...viewOpenMatter(row), title: row.title }));
}
export type OpenMatterView = OpenMatter & { title: string };

/** How many agents wait for this person's decision. */
export async function countPendingAgents(ctx: Context, owner: OwnerActor): Promise<number> {
  const email = owner.emailVerified ? foldEmail(owner.email) : null;
  const { accountId } = owner;
  return (await countOwnAgents(ctx.db, { accountId, email })).pending;
}

export type ApprovalView = {
  agentId: string;
  agentName: string;
  /** Another agent has already registered with the same address and name. */
  isSecond: boolean;
  ownerEmail: string;
  ownerEmailMasked: string;
  registeredAt: Date;
  state: AgentState;
};

/** The agent of an approval link; null for an unknown or expired code. */
export async function viewApproval(ctx: Context, code: string): Promise<ApprovalView | null> {
  const found = await findApprovalByHash(ctx.db, approvalCodeHash(code));
  if (found === null) return null;
  if (found.approval.expiresAt <= ctx.now()) return null;
  const { agent } = found;
  return {
    agentId: agent.id,
    agentName: agent.agentName,
    isSecond: agent.askedName !== null,
    ownerEmail: agent.ownerEmail,
    ownerEmailMasked: maskEmail(agent.ownerEmail),
    registeredAt: agent.registeredAt,
    state: agent.state,
  };
}
