/** The approvals as the mail job sees them. */
import { and, asc, eq, gt, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, approvals, auditLog, outbox } from "../../schema/index.ts";

/** The audit action that ends the tries for one approval. */
const mailRefusedAction = "approval_mail.refused";

export type ApprovalMailRow = {
  approvalId: string;
  agentId: string;
  agentName: string;
  ownerEmail: string;
  agentState: (typeof agents.$inferSelect)["state"];
  createdAt: Date;
  expiresAt: Date;
  mailedAt: Date | null;
};

/** What the mail says and whether it is still owed; null when there is no such approval. */
export async function findApprovalMail(
  db: Database,
  approvalId: string,
): Promise<ApprovalMailRow | null> {
  const [row] = await db
    .select({
      approvalId: approvals.id,
      agentId: agents.id,
      agentName: agents.agentName,
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

/** True for the one caller that marks it first. */
export async function markMailed(tx: Database, approvalId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(approvals)
    .set({ mailedAt: now })
    .where(and(eq(approvals.id, approvalId), isNull(approvals.mailedAt)))
    .returning({ id: approvals.id });
  return marked.length === 1;
}

/**
 * Locks approvals whose mail is owed, was not refused for good, and was last queued before
 * `silentSince`. Rows that another clock holds are skipped. Call it inside a transaction.
 */
export async function lockUnmailedApprovals(
  tx: Database,
  options: { silentSince: Date; now: Date; rowsMax: number },
): Promise<string[]> {
  const queuedSince = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subject, "jobs.mail"),
        sql`${outbox.payload}->>'approval_id' = ${approvals.id}::text`,
        or(isNull(outbox.publishedAt), gt(outbox.publishedAt, options.silentSince)),
      ),
    );
  const refused = tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, "agent"),
        eq(auditLog.subjectId, approvals.agentId),
        eq(auditLog.action, mailRefusedAction),
        sql`${auditLog.detail}->>'approval_id' = ${approvals.id}::text`,
      ),
    );
  const rows = await tx
    .select({ approvalId: approvals.id })
    .from(approvals)
    .innerJoin(agents, and(eq(agents.id, approvals.agentId), eq(agents.state, "pending")))
    .where(
      and(
        isNull(approvals.mailedAt),
        lt(approvals.createdAt, options.silentSince),
        gt(approvals.expiresAt, options.now),
        notExists(queuedSince),
        notExists(refused),
      ),
    )
    .orderBy(asc(approvals.createdAt))
    .limit(options.rowsMax)
    .for("update", { skipLocked: true, of: approvals });
  return rows.map((row) => row.approvalId);
}
