import type { Database } from "../../db/client.ts";
import {
  handListingsToAccount,
  lockAgentAndAccount,
  restoreListings,
} from "../../db/queries/accounts/suspensions.ts";
import { updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { notSuspended } from "../../db/queries/listings/listings.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { agentRestoration } from "./rules.ts";
import type { SuspensionResult } from "./schemas.ts";

/**
 * Ends an agent's suspension, and restores exactly the listings that were suspended with it. While its
 * owner's account is suspended, they change over to that suspension and return with the account.
 * Errors: agent_not_found, account_suspended (suspended with its account: restore that).
 */
export async function restoreAgent(
  ctx: Context,
  admin: AdminActor,
  agentId: string,
): Promise<SuspensionResult> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await lockAgentAndAccount(tx, agentId);
    if (found === null) throw new MarketError("agent_not_found", "No agent has this id.");
    const decision = agentRestoration(found.agent);
    if (decision === "repeat") return { changed: false, agents: 0, listings: 0 };
    if (decision === "account_holds") {
      throw new MarketError("account_suspended", "It went with its owner's account: restore that.");
    }
    const held = accountSuspension(found.account);
    await updateAgent(tx, agentId, held ?? notSuspended);
    const listings = await passListings(tx, agentId, { held, now });
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { listings, suspended_by: held?.suspendedBy ?? null };
    await writeAudit(tx, { actor: admin, action: "agent.restored", ...subject, detail }, now);
    return { changed: true, agents: 1, listings };
  });
}

type AccountSuspension = { suspendedAt: Date; suspendedReason: string; suspendedBy: "account" };

function accountSuspension(
  account: { suspendedAt: Date | null; suspendedReason: string | null } | null,
): AccountSuspension | null {
  if (account === null) return null;
  const { suspendedAt, suspendedReason } = account;
  if (suspendedAt === null || suspendedReason === null) return null;
  return { suspendedAt, suspendedReason, suspendedBy: "account" };
}

function passListings(
  tx: Database,
  agentId: string,
  { held, now }: { held: AccountSuspension | null; now: Date },
): Promise<number> {
  if (held === null) return restoreListings(tx, { agentId }, { by: "agent", now });
  return handListingsToAccount(tx, agentId, held);
}
