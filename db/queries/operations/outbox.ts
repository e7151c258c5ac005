/** Outbox rows for administrators: unpublished messages, and mails without a sign of life. */
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { outbox } from "../../schema/index.ts";

export type OutboxRow = typeof outbox.$inferSelect;
type OutboxQuery = { createdBefore: Date; rowsMax: number };

/** Unpublished since before an instant, oldest first. */
export async function listUnrelayed(
  db: Database,
  { createdBefore, rowsMax }: OutboxQuery,
): Promise<OutboxRow[]> {
  return await db
    .select()
    .from(outbox)
    .where(and(sql`${outbox.publishedAt} is null`, lt(outbox.createdAt, createdBefore)))
    .orderBy(asc(outbox.id))
    .limit(rowsMax);
}

/**
 * Published mails whose attempts have not ended, among the `lookedAtMax` with the oldest sign of
 * life.
 */
export async function listUnsentMails(
  db: Database,
  { createdBefore, rowsMax, lookedAtMax }: OutboxQuery & { lookedAtMax: number },
): Promise<OutboxRow[]> {
  const unsettled = db
    .select()
    .from(outbox)
    .where(
      sql`${outbox.subject} = 'jobs.mail' and ${outbox.settledAt} is null
        and ${outbox.publishedAt} is not null`,
    )
    .orderBy(asc(outbox.publishedAt))
    .limit(lookedAtMax)
    .as("unsettled");
  return await db
    .select()
    .from(unsettled)
    .where(lt(unsettled.createdAt, createdBefore))
    .orderBy(asc(unsettled.publishedAt))
    .limit(rowsMax);
}

export async function findOutboxRow(db: Database, id: string): Promise<OutboxRow | null> {
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id));
  return row ?? null;
}

/** Waits for a relay that is publishing it. */
export async function lockOutboxRow(tx: Database, id: string): Promise<OutboxRow | null> {
  const [row] = await tx.select().from(outbox).where(eq(outbox.id, id)).for("update");
  return row ?? null;
}

/** Prevents publishing or sending it; the row stays until the outbox is purged. */
export async function endOutboxRow(tx: Database, id: string, now: Date): Promise<void> {
  const publishedAt = sql`coalesce(${outbox.publishedAt}, ${now.toISOString()})`;
  await tx.update(outbox).set({ publishedAt, settledAt: now }).where(eq(outbox.id, id));
}

/** Whether its attempts have ended. */
export async function isSettled(db: Database, id: string): Promise<boolean> {
  const [row] = await db
    .select({ settledAt: outbox.settledAt })
    .from(outbox)
    .where(eq(outbox.id, id));
  return row !== undefined && row.settledAt !== null;
}
