/** The end of a mail's attempts, according to the audit log. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { auditLog } from "../../schema/index.ts";
import type { AuditEntry } from "./journal.ts";

export type AuditedMail = Pick<AuditEntry, "subjectKind" | "subjectId"> & {
  /** Distinguishes it from other mails about the same subject. */
  detail: Record<string, string | number>;
  /** The actions that end its attempts. */
  actions: string[];
};

/** Whether the audit log says that the attempts for a mail have ended. */
export async function isMailEnded(db: Database, mail: AuditedMail): Promise<boolean> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, mail.subjectKind),
        eq(auditLog.subjectId, mail.subjectId),
        inArray(auditLog.action, mail.actions),
        sql`${auditLog.detail} @> ${JSON.stringify(mail.detail)}::jsonb`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Prevents other jobs that sent the same mail from writing its end until the transaction ends. */
export async function lockMailEnding(tx: Database, mail: AuditedMail): Promise<void> {
  const name = `mail ${mail.actions.join(" ")} ${mail.subjectId} ${JSON.stringify(mail.detail)}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
