/** Approvals for the mail job. */
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals } from "../../schema/index.ts";

export type ApprovalMailRow = {
  approvalId: string;
  codeHash: string;
  agentId: string;
  agentName: string;
  askedName: string | null;
  ownerEmail: string;
  agentState: (typeof agents.$inferSelect)["state"];
  createdAt: Date;
  expiresAt: Date;
  mailedAt: Date | null;
};

/** The contents of the mail, and whether it is still due; null if there is no such approval. */
export async function findApprovalMail(
  db: Database,
  approvalId: string,
): Promise<ApprovalMailRow | null> {
  const [row] = await db
    .select({
      approvalId: approvals.id,
      codeHash: approvals.codeHash,
      agentId: agents.id,
      agentName: agents.agentName,
      askedName: agents.askedName,
      ownerEmail: agents.ownerEmail,
      agentState: agents.state,
      createdAt: approvals.createdAt,
      expiresAt: approvals.expiresAt,
      mailedAt: approvals.mailedAt,
    })
    .from(approvals)
    .innerJoin(agents, eq(agents.id, approvals.agentId))
    .where(eq(approvals.id, approvalId));
  return row ?? null;
}

/** True only for the caller that marks it first. */
export async function markMailed(tx: Database, approvalId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(approvals)
    .set({ mailedAt: now })
    .where(and(eq(approvals.id, approvalId), isNull(approvals.mailedAt)))
    .returning({ id: approvals.id });
  return marked.length === 1;
}
