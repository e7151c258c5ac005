import { findAgent, updateAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { OwnerActor } from "../../db/vocabulary/actor.ts";
import type { SellerPart } from "../../db/vocabulary/report.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { lockLivingAgent } from "./own-agent.ts";
import type { SellerPageBody } from "./schemas.ts";

/** The owner's words on the seller's public page. Errors: agent_not_found. */
export async function getSellerPage(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
): Promise<SellerPageBody & { name: string; hasLogo: boolean; hiddenParts: SellerPart[] }> {
  const agent = await findAgent(ctx.db, agentId);
  if (agent === null || agent.accountId !== owner.accountId || agent.deletedAt !== null) {
    throw new MarketError("agent_not_found", "You have no agent with this id.");
  }
  const { agentName: name, about, websites, logoId, hiddenParts } = agent;
  return { name, about, websites, hasLogo: logoId !== null, hiddenParts };
}

/**
 * Replaces the owner's words on the seller's public page, which shows them within a minute.
 * Errors: agent_not_found, account_suspended, agent_suspended.
 */
export async function describeSeller(
  ctx: Context,
  owner: OwnerActor,
  agentId: string,
  { about, websites }: SellerPageBody,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const agent = await lockLivingAgent(tx, owner, agentId);
    if (agent.suspendedReason !== null) {
      throw new MarketError("agent_suspended", `Suspended: ${agent.suspendedReason}`);
    }
    await updateAgent(tx, agentId, { about, websites });
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const detail = { about_chars: about?.length ?? 0, websites };
    await writeAudit(tx, { actor: owner, action: "agent.described", ...subject, detail }, now);
  });
}
