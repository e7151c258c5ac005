import type { AgentRow } from "../../db/queries/agents/agents.ts";
import { readStorageUsage } from "../../db/queries/listings/storage-usage.ts";
import type { Context } from "../context.ts";
import { shownAgentName } from "./rules.ts";
import type { AgentView } from "./schemas.ts";
import { storageQuotas } from "./storage-quotas.ts";

/** The agent session record (docs/interface.md, me), with its storage quota. */
export async function viewAgent(ctx: Context, agent: AgentRow): Promise<AgentView> {
  const held = await readStorageUsage(ctx.db, agent.id);
  const quotas = storageQuotas(ctx.config);
  const room = (scope: "agent" | "account") => ({
    bytes_used: held[scope].bytes,
    bytes_max: quotas[scope].bytesMax,
    files_used: held[scope].files,
    files_max: quotas[scope].filesMax,
  });
  return {
    id: agent.id,
    agent_name: shownAgentName(agent),
    verified: agent.state === "verified",
    owner_email: agent.ownerEmail,
    expires_at: agent.tokenExpiresAt.toISOString(),
    quota: { ...room("agent"), account: room("account") },
  };
}
