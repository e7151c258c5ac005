/** Mails in the outbox: their attempts, and detection of those that the bus lost. */
import { and, asc, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { outbox } from "../../schema/index.ts";

/** Ends a mail's job, so that it is not queued again whatever happens to the bus. */
export async function settleMailJob(db: Database, jobId: string, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ settledAt: now })
    .where(and(eq(outbox.id, jobId), isNull(outbox.settledAt)));
}

/** Records that a mail's job was just tried, so the bus still has it. */
export async function noteTry(db: Database, jobId: string, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ publishedAt: now })
    .where(and(eq(outbox.id, jobId), isNull(outbox.settledAt)));
}

/**
 * Queues mails again whose last sign of life is before `lostSince` and whose attempts have not
 * ended; returns how many. Skips rows locked by another clock.
 */
export async function republishLostMails(
  db: Database,
  { lostSince, rowsMax }: { lostSince: Date; rowsMax: number },
): Promise<number> {
  const lost = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subject, "jobs.mail"),
        isNull(outbox.settledAt),
        lt(outbox.publishedAt, lostSince),
      ),
    )
    .orderBy(asc(outbox.publishedAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const republished = await db
    .update(outbox)
    .set({ publishedAt: null })
    .where(inArray(outbox.id, lost))
    .returning({ id: outbox.id });
  return republished.length;
}
