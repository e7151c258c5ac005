/** A seller agent registers, again as often as it likes, and its owner is asked to approve it. */
import { v7 } from "uuid";
import type { Database } from "../../db/client.ts";
import {
  type AgentRow,
  countApprovalsOfOwner,
  insertAgentOnce,
  insertApproval,
  lastApprovalAt,
  lockAgentByName,
  updateAgent,
} from "../../db/queries/agents/agents.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { SecretList } from "../../platform/secrets/secret-list.ts";
import { dayMs, hourMs, hourSeconds } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { APPROVAL_TTL_HOURS } from "../limits.ts";
import { addressHash, derivedAgentName, wholeSeconds } from "./agent-token.ts";
import { approvalCode, approvalCodeHash } from "./approval-code.ts";
import { isMailDue, isTokenless, mayHaveToken, mayStartAnew, ownerTakesMail } from "./rules.ts";
import type { RegisterBody } from "./schemas.ts";

export type RegistrationCaller = {
  /** The client's network address. */
  address: string;
  /** The agent whose token came as bearer, be it expired or revoked; null: none did. */
  agentId: string | null;
};

type Fresh = {
  ownerEmail: string;
  agentName: string;
  registeredFromHash: string;
  registeredAt: Date;
  tokenExpiresAt: Date;
};

export type Registration = { agent: AgentRow; mayHaveToken: boolean };

/**
 * Registers a seller agent and owes its owner the approval mail (docs/interface.md, register).
 * Idempotent by (owner_email, agent_name). Who cannot be the first caller is told nothing of an agent
 * that is there, not even that it has ended. Errors: agent_refused, agent_suspended, rate_limited.
 */
export async function registerAgent(
  ctx: Context,
  body: RegisterBody,
  caller: RegistrationCaller,
): Promise<Registration> {
  const now = ctx.now();
  const secrets = ctx.config.AGENT_TOKEN_SECRET;
  const ownerEmail = body.owner_email;
  const fresh: Fresh = {
    ownerEmail,
    agentName: body.agent_name ?? derivedAgentName(secrets[0], ownerEmail),
    registeredFromHash: addressHash(secrets[0], caller.address),
    registeredAt: wholeSeconds(now),
    tokenExpiresAt: wholeSeconds(new Date(now.getTime() + ctx.config.AGENT_TOKEN_TTL_DAYS * dayMs)),
  };
  return ctx.db.transaction(async (tx) => {
    const earlier =
      body.agent_name === undefined ? await lockNamedBefore(tx, fresh, secrets) : null;
    const inserted = earlier === null ? await insertAgentOnce(tx, fresh) : null;
    const found = earlier ?? inserted ?? (await lockAgentByName(tx, fresh));
    if (found === null) throw new Error("an agent is neither new nor there");
    const callerHoldsToken = holdsToken(found, caller);
    const isFromSameAddress = secrets.some(
      (secret) => found.registeredFromHash === addressHash(secret, caller.address),
    );
    if (callerHoldsToken || isFromSameAddress) refuseWhenEnded(found);
    const isNew = inserted !== null || mayStartAnew({ ...found, callerHoldsToken, now });
    const agent =
      isNew && inserted === null ? await updateAgent(tx, found.id, startedAnew(fresh)) : found;
    if (isNew) await auditRegistration(tx, agent, now);
    await oweMail(ctx, tx, agent, { isNew, now });
    return {
      agent,
      mayHaveToken: mayHaveToken({
        isNew,
        state: agent.state,
        wasDecided: agent.decidedAt !== null,
        registeredAt: agent.registeredAt,
        isFromSameAddress,
        callerHoldsToken,
        now,
      }),
    };
  });
}

/** The agent whose name was derived by a secret that signs no more. */
async function lockNamedBefore(
  tx: Database,
  { ownerEmail }: Fresh,
  [, ...older]: SecretList,
): Promise<AgentRow | null> {
  for (const secret of older) {
    const agentName = derivedAgentName(secret, ownerEmail);
    const found = await lockAgentByName(tx, { ownerEmail, agentName });
    if (found !== null) return found;
  }
  return null;
}

/** It keeps the name that its owner gave it. */
function startedAnew({ agentName: _, ...fresh }: Fresh) {
  return { ...fresh, state: "pending", accountId: null } as const;
}

/** A connected agent acts by its connection's short tokens: a long one would outlive the consent. */
function holdsToken(found: AgentRow, caller: RegistrationCaller): boolean {
  return caller.agentId === found.id && !isTokenless(found);
}

function refuseWhenEnded(agent: AgentRow): void {
  if (agent.suspendedReason !== null) {
    throw new MarketError("agent_suspended", "The agent is suspended. Its owner knows why.");
  }
  if (agent.state !== "rejected" && agent.state !== "revoked") return;
  throw new MarketError(
    "agent_refused",
    `The owner has ${agent.state} this agent. Only the owner can help.`,
  );
}

async function auditRegistration(tx: Database, agent: AgentRow, now: Date): Promise<void> {
  await writeAudit(
    tx,
    {
      actor: { kind: "agent", agentId: agent.id, verified: false },
      action: "agent.registered",
      subjectKind: "agent",
      subjectId: agent.id,
    },
    now,
  );
}

async function oweMail(
  ctx: Context,
  tx: Database,
  agent: AgentRow,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  if (!isNew && !isMailDue(agent.state, await lastApprovalAt(tx, agent.id), now)) return;
  const dayAgo = new Date(now.getTime() - dayMs);
  if (!ownerTakesMail(await countApprovalsOfOwner(tx, agent.ownerEmail, dayAgo))) {
    throw new MarketError("rate_limited", "This owner has had too many approval mails today.", {
      retryAfterSeconds: hourSeconds,
    });
  }
  const approvalId = v7();
  const code = approvalCode(ctx.config.APPROVAL_SECRET[0], approvalId);
  await insertApproval(tx, {
    id: approvalId,
    agentId: agent.id,
    codeHash: approvalCodeHash(code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + APPROVAL_TTL_HOURS * hourMs),
  });
  await enqueueJob(tx, "jobs.mail", { template: "approval", approval_id: approvalId }, now);
}
