/**
 * Traces of the deployment's secrets in rows, which do not reveal them. A restore uses them to
 * verify its secrets.
 */
import { desc, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals, webhookEndpoints } from "../../schema/index.ts";

const rowsMax = 20;

export type SecretTraces = {
  /** Newest first; the hash of a code that was derived from the id. */
  approvals: { id: string; codeHash: string }[];
  /** Agents whose name may have been derived from their owner's address. */
  agents: { agentName: string; ownerEmail: string }[];
  /** Webhook addresses as stored. */
  addresses: { id: string; url: string }[];
};

export async function readSecretTraces(db: Database): Promise<SecretTraces> {
  return {
    approvals: await db
      .select({ id: approvals.id, codeHash: approvals.codeHash })
      .from(approvals)
      .orderBy(desc(approvals.createdAt))
      .limit(rowsMax),
    agents: await db
      .select({ agentName: agents.agentName, ownerEmail: agents.ownerEmail })
      .from(agents)
      .where(sql`${agents.agentName} ~ '^agent-[0-9a-f]{12}$'`)
      .orderBy(desc(agents.id))
      .limit(rowsMax),
    addresses: await db
      .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
      .from(webhookEndpoints)
      .orderBy(desc(webhookEndpoints.id))
      .limit(rowsMax),
  };
}
