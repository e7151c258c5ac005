import { v7 } from "uuid";
import type { Database } from "../../db/client.ts";
import {
  type AgentRow,
  chooseAgentName,
  countApprovalsOfOwner,
  hasRefusedAgent,
  insertAgentOnce,
  insertApproval,
  lastApprovalAt,
  lockAgent,
  lockLatestAgent,
  lockRegistrations,
  type NewAgentRow,
  type RegistrationKey,
  updateAgent,
} from "../../db/queries/agents/agents.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import type { SecretList } from "../../platform/secrets/secret-list.ts";
import { dayMs, hourMs } from "../../platform/time.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { addressHash, derivedAgentName, madeUpName, wholeSeconds } from "./agent-token.ts";
import { approvalCode, approvalCodeHash } from "./approval-code.ts";
import { APPROVAL_TTL_HOURS } from "./limits.ts";
import {
  ASKED_FOR_NONE,
  isFirstCaller,
  isMailDue,
  isTokenless,
  nameStem,
  ownerTakesMail,
} from "./rules.ts";
import type { RegisterBody } from "./schemas.ts";

const nameTriesMax = 3;

export type RegistrationCaller = {
  /** The client's network address. */
  address: string;
  /** The agent whose token came as bearer, even if expired or revoked; null: none. */
  agentId: string | null;
};

/** The requested name, and the names that an earlier equal registration may have got. */
type RegistrationRequest = RegistrationKey & { name: string; isNamed: boolean };

type Session = Pick<NewAgentRow, "registeredFromHash" | "registeredAt" | "tokenExpiresAt">;

/**
 * Registers a seller agent and enqueues the owner's approval mail (docs/interface.md, register).
 * Idempotent by (owner_email, agent_name) for the known first caller. Anyone else gets a new agent, as if
 * the pair were new: only the owner learns, by mail, that it was taken.
 * Errors: agent_refused, agent_suspended (for the token's holder).
 */
export async function registerAgent(
  ctx: Context,
  body: RegisterBody,
  caller: RegistrationCaller,
): Promise<AgentRow> {
  const now = ctx.now();
  const secrets = ctx.config.AGENT_TOKEN_SECRET;
  const asked = readAsked(secrets, body);
  const callerHashes = secrets.map((secret) => addressHash(secret, caller.address));
  const ttlMs = ctx.config.AGENT_TOKEN_TTL_DAYS * dayMs;
  const session = {
    registeredFromHash: addressHash(secrets[0], caller.address),
    registeredAt: wholeSeconds(now),
    tokenExpiresAt: wholeSeconds(new Date(now.getTime() + ttlMs)),
  };
  return ctx.db.transaction(async (tx) => {
    await lockRegistrations(tx, asked.ownerEmail);
    const holder = caller.agentId === null ? null : await lockAgent(tx, caller.agentId);
    if (holder !== null && hasRegisteredSo(holder, asked)) {
      return goOn(ctx, tx, holder, { session, now });
    }
    const earlier = await lockLatestAgent(tx, asked, callerHashes);
    if (earlier !== null && isFirstCaller(earlier, callerHashes, now)) return earlier;
    const isRefused = await hasRefusedAgent(tx, asked);
    const agent = await insertAgent(tx, asked, session);
    await auditRegistration(tx, agent, now);
    await requestApproval(ctx, tx, agent, { isMailed: !isRefused, now });
    return agent;
  });
}

function readAsked(secrets: SecretList, body: RegisterBody): RegistrationRequest {
  const { owner_email: ownerEmail, agent_name: name } = body;
  if (name !== undefined) return { ownerEmail, name, names: [name], isNamed: true };
  const derived = secrets.map((secret) => derivedAgentName(secret, ownerEmail));
  const current = derivedAgentName(secrets[0], ownerEmail);
  return { ownerEmail, name: current, names: [...derived, ASKED_FOR_NONE], isNamed: false };
}

/** A connected agent uses its connection's short-lived tokens: a long one would outlive the consent. */
function hasRegisteredSo(agent: AgentRow, { ownerEmail, names }: RegistrationRequest): boolean {
  if (agent.ownerEmail !== ownerEmail || isTokenless(agent)) return false;
  const { agentName, registeredName, askedName } = agent;
  return [agentName, registeredName ?? agentName, askedName ?? agentName].some((name) =>
    names.includes(name),
  );
}

/** The token's holder gets it again; once it has expired, a new one with a new approval. */
async function goOn(
  ctx: Context,
  tx: Database,
  agent: AgentRow,
  { session, now }: { session: Session; now: Date },
): Promise<AgentRow> {
  refuseWhenEnded(agent);
  if (agent.tokenExpiresAt > now) {
    const isMailed = isMailDue(agent.state, await lastApprovalAt(tx, agent.id), now);
    if (isMailed) await requestApproval(ctx, tx, agent, { isMailed, now });
    return agent;
  }
  const begun = { ...session, state: "pending", accountId: null } as const;
  const anew = await updateAgent(tx, agent.id, begun);
  await auditRegistration(tx, anew, now);
  await requestApproval(ctx, tx, anew, { isMailed: true, now });
  return anew;
}

/** The website or the consent page may take a name at the same moment: then another is chosen. */
async function insertAgent(
  tx: Database,
  asked: RegistrationRequest,
  session: Session,
): Promise<AgentRow> {
  const { ownerEmail, name, isNamed } = asked;
  for (let tries = 0; tries < nameTriesMax; tries += 1) {
    const chosen = await chooseAgentName(tx, { ownerEmail, name, stem: nameStem(name) });
    const isTaken = chosen !== name;
    const agent = await insertAgentOnce(tx, {
      ...session,
      ownerEmail,
      agentName: isTaken && !isNamed ? madeUpName() : chosen,
      askedName: isTaken ? (isNamed ? name : ASKED_FOR_NONE) : null,
    });
    if (agent !== null) return agent;
  }
  throw new Error("every candidate name is taken");
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

/**
 * Each request counts towards the owner's daily limit, whether or not a mail is sent. Beyond it, the agent
 * appears on the owner's page without a mail: a refusal would reveal that the address is in use.
 */
async function requestApproval(
  ctx: Context,
  tx: Database,
  agent: AgentRow,
  { isMailed, now }: { isMailed: boolean; now: Date },
): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs);
  if (!ownerTakesMail(await countApprovalsOfOwner(tx, agent.ownerEmail, dayAgo))) {
    return;
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
  if (!isMailed) return;
  await enqueueJob(tx, "jobs.mail", { template: "approval", approval_id: approvalId }, now);
}
