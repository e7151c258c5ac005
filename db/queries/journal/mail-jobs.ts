/** The outbox's rows of mails: their tries, and which of them the bus has lost. */
import { and, asc, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { outbox } from "../../schema/index.ts";

/** Ends a mail's job: whatever becomes of the bus, it is not queued again. */
export async function settleMailJob(db: Database, jobId: string, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ settledAt: now })
    .where(and(eq(outbox.id, jobId), isNull(outbox.settledAt)));
}

/** Notes that the bus still has a mail's job, which was tried just now. */
export async function noteTry(db: Database, jobId: string, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ publishedAt: now })
    .where(and(eq(outbox.id, jobId), isNull(outbox.settledAt)));
}

/**
 * Owes the bus anew the mails that it was last known to have before `lostSince` and whose tries have
 * not ended; returns how many. Rows that another clock holds are skipped.
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
