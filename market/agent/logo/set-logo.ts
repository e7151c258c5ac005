import { v7 } from "uuid";
import type { Database } from "../../../db/client.ts";
import { lockAgent, updateAgent } from "../../../db/queries/agents/agents.ts";
import { announceSeller, noteLogo } from "../../../db/queries/agents/logos.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import type { AgentActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { cleanPicture } from "../../../platform/pictures/clean-picture.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import {
  SELLER_LOGO_DECODE_SECONDS_MAX,
  SELLER_LOGO_EDGE_PIXELS_MAX,
  SELLER_LOGO_SHOWN_PIXELS,
} from "../limits.ts";
import { lockLivingAgent } from "../own-agent.ts";
import { decodingFaults, logoFault, logoKey } from "./rules.ts";

const limits = {
  edgePixelsMax: SELLER_LOGO_EDGE_PIXELS_MAX,
  resultEdgePixels: SELLER_LOGO_SHOWN_PIXELS,
  secondsMax: SELLER_LOGO_DECODE_SECONDS_MAX,
};

/**
 * Stores the picture anew and shows it on the seller's page. A file that no agent names, because of a
 * refusal, a kill or a newer logo, is deleted by `sweepLogos`. `field` names the input in the refusal.
 * Errors: invalid_request (the picture), agent_not_found, account_suspended, agent_suspended.
 */
export async function setLogo(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  agentId: string,
  { bytes, field }: { bytes: Uint8Array; field: string },
): Promise<void> {
  const refuse = (detail: string) =>
    new MarketError("invalid_request", `The logo ${detail}.`, {
      faults: [{ pointer: `/${field}`, code: "invalid_value", detail }],
    });
  const fault = logoFault(bytes);
  if (fault !== null) throw refuse(fault);
  await ctx.db.transaction((tx) => lockOwn(tx, actor, agentId));
  const cleaned = await cleanPicture(bytes, limits);
  if (cleaned.kind !== "clean") throw refuse(decodingFaults[cleaned.kind]);
  const logoId = v7();
  const now = ctx.now();
  await noteLogo(ctx.db, { id: logoId, agentId, createdAt: now });
  await ctx.storage.write(logoKey(logoId), cleaned.webp, "image/webp");
  await nameLogo(ctx, actor, { agentId, logoId, now });
}

/** The file is deleted by `sweepLogos`. Errors: agent_not_found, account_suspended, agent_suspended. */
export async function removeLogo(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  agentId: string,
): Promise<void> {
  await nameLogo(ctx, actor, { agentId, logoId: null, now: ctx.now() });
}

type Naming = { agentId: string; logoId: string | null; now: Date };

async function nameLogo(
  ctx: Context,
  actor: AgentActor | OwnerActor,
  { agentId, logoId, now }: Naming,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const agent = await lockOwn(tx, actor, agentId);
    if (agent.logoId === logoId) return;
    await updateAgent(tx, agentId, { logoId });
    await announceSeller(tx, agentId);
    const subject = { subjectKind: "agent", subjectId: agentId } as const;
    const action = logoId === null ? "agent.logo_removed" : "agent.logo_set";
    await writeAudit(tx, { actor, action, ...subject }, now);
  });
}

async function lockOwn(tx: Database, actor: AgentActor | OwnerActor, agentId: string) {
  const agent =
    actor.kind === "owner"
      ? await lockLivingAgent(tx, actor, agentId)
      : await lockAgent(tx, actor.agentId);
  if (agent === null) throw new Error(`agent ${agentId} acts without a row`);
  if (agent.suspendedReason === null) return agent;
  throw new MarketError("agent_suspended", `Suspended: ${agent.suspendedReason}`);
}
