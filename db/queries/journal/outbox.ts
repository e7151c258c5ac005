/** The outbox for the relay and the clock. `enqueueJob` writes its rows. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, min, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { outbox } from "../../schema/index.ts";
import { deleteOldest, type Oldest } from "../delete-oldest.ts";
import type { JobSubject } from "./journal.ts";

export type OutboxMessage = {
  id: string;
  subject: string;
  payload: Record<string, unknown>;
  traceparent: string | null;
};

/** Locks the oldest unpublished rows that no other relay holds. Call it inside a transaction. */
export async function lockUnpublished(tx: Database, rowsMax: number): Promise<OutboxMessage[]> {
  return await tx
    .select({
      id: outbox.id,
      subject: outbox.subject,
      payload: outbox.payload,
      traceparent: outbox.traceparent,
    })
    .from(outbox)
    .where(isNull(outbox.publishedAt))
    .orderBy(asc(outbox.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
}

export async function markPublished(tx: Database, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.update(outbox).set({ publishedAt: now }).where(inArray(outbox.id, ids));
}

/** Number of unpublished messages, and the age of the oldest. */
export async function readOutboxLag(
  db: Database,
): Promise<{ unpublished: number; oldestCreatedAt: Date | null }> {
  const [row] = await db
    .select({ unpublished: count(), oldestCreatedAt: min(outbox.createdAt) })
    .from(outbox)
    .where(isNull(outbox.publishedAt));
  return { unpublished: row?.unpublished ?? 0, oldestCreatedAt: row?.oldestCreatedAt ?? null };
}

/** The ids that have an unpublished message, or one published after the instant. */
export async function findQueuedSince(
  tx: Database,
  subject: JobSubject,
  payloadKey: string,
  ids: string[],
  since: Date,
): Promise<Set<string>> {
  const id = sql<string>`${outbox.payload}->>${payloadKey}`;
  const rows = await tx
    .select({ id })
    .from(outbox)
    .where(
      and(
        eq(outbox.subject, subject),
        or(isNull(outbox.publishedAt), gt(outbox.publishedAt, since)),
        inArray(id, ids),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/**
 * Deletes at most `rowsMax` rows that were published before the instant, except mails that are
 * still being tried; returns how many.
 */
export function deletePublished(db: Database, oldest: Oldest): Promise<number> {
  const isOver = or(ne(outbox.subject, "jobs.mail"), isNotNull(outbox.settledAt));
  return deleteOldest(db, outbox.publishedAt, oldest, and(isNotNull(outbox.publishedAt), isOver));
}
