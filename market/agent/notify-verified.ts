/** Notifies an agent that it may sell from now on. */
import type { Database } from "../../db/client.ts";
import type { AgentRow } from "../../db/queries/agents/agents.ts";
import { sellerPrincipals } from "../../db/queries/events/events.ts";
import { emitEvent } from "../event/emit-event.ts";

/** Runs in the transaction of the approval. */
export async function notifyVerified(tx: Database, agent: AgentRow, now: Date): Promise<void> {
  const { id, agentName, accountId } = agent;
  const data = { agent_id: id, agent_name: agentName };
  const to = sellerPrincipals(id, accountId);
  await emitEvent(tx, { type: "agent.verified", subjectId: id, to, data }, now);
}
