/** Writes an agent that its owner creates and approves in one step, with audit rows and event. */
import type { Database } from "../../db/client.ts";
import { type AgentRow, insertAgentOnce } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import { foldEmail } from "../../platform/email-address.ts";
import { dayMs } from "../../platform/time.ts";
import { MarketError } from "../errors.ts";
import { API_KEY_TTL_DAYS_MAX } from "../limits.ts";
import { wholeSeconds } from "./agent-token.ts";
import { notifyVerified } from "./notify-verified.ts";

type NewAgent = {
  agentName: string;
  expiresAt: Date | null;
  /** CONNECTED_BY_OWNER or MADE_BY_SITE: such an agent has no token of its own. */
  madeBy: string;
  now: Date;
};

/** Errors: invalid_request if the owner already has an agent with this name. */
export async function openAgent(
  tx: Database,
  owner: OwnerActor,
  { agentName, expiresAt, madeBy, now }: NewAgent,
): Promise<AgentRow> {
  const registeredAt = wholeSeconds(now);
  const agent = await insertAgentOnce(tx, {
    agentName,
    ownerEmail: foldEmail(owner.email),
    state: "verified",
    accountId: owner.accountId,
    registeredFromHash: madeBy,
    registeredAt,
    tokenExpiresAt: agentEnd(expiresAt, registeredAt),
    decidedAt: now,
  });
  if (agent === null) {
    const detail = "You already have an agent with this name. Choose another.";
    const faults = [{ pointer: "/agent_name", code: "taken", detail }];
    throw new MarketError("invalid_request", detail, { faults });
  }
  const subject = { actor: owner, subjectKind: "agent", subjectId: agent.id } as const;
  await writeAudit(tx, { ...subject, action: "agent.registered" }, now);
  await writeAudit(tx, { ...subject, action: "agent.verified" }, now);
  await notifyVerified(tx, agent, now);
  return agent;
}

/** An agent always expires; by default as late as a key may. */
export function agentEnd(expiresAt: Date | null, now: Date): Date {
  return wholeSeconds(expiresAt ?? new Date(now.getTime() + API_KEY_TTL_DAYS_MAX * dayMs));
}
