/** Reconciliation findings: stored by key, and resolved when they are not found any more. */
import { and, count, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { reconciliationFindings } from "../../schema/index.ts";

export type FindingRow = typeof reconciliationFindings.$inferSelect;
export type NewFinding = typeof reconciliationFindings.$inferInsert;

const isOpen = and(
  isNull(reconciliationFindings.resolvedAt),
  isNull(reconciliationFindings.closedAt),
);

/** Stores current findings; existing ones are marked as seen again. Returns the new ones. */
export async function saveFindings(
  tx: Database,
  found: NewFinding[],
  seenAt: Date,
): Promise<FindingRow[]> {
  if (found.length === 0) return [];
  const rows = await tx
    .insert(reconciliationFindings)
    .values(found)
    .onConflictDoUpdate({
      target: reconciliationFindings.key,
      targetWhere: sql`resolved_at is null`,
      set: { lastSeenAt: seenAt },
    })
    .returning();
  return rows.filter(({ firstSeenAt }) => firstSeenAt.getTime() === seenAt.getTime());
}

type Group = { purchaseId: string; category: string };

/** Resolves open findings of compared groups that were not seen at `seenAt`. */
export async function resolveUnseen(tx: Database, groups: Group[], seenAt: Date): Promise<void> {
  if (groups.length === 0) return;
  const names = groups.map(({ purchaseId, category }) => `${purchaseId}/${category}`);
  const { purchaseId, category, lastSeenAt } = reconciliationFindings;
  const isOfGroup = inArray(sql`${purchaseId} || '/' || ${category}`, names);
  await tx
    .update(reconciliationFindings)
    .set({ resolvedAt: seenAt })
    .where(and(isOpen, lt(lastSeenAt, seenAt), isOfGroup));
}

/** Like {@link resolveUnseen}, for findings without a purchase. */
export async function resolveUnseenStrays(tx: Database, seenAt: Date): Promise<void> {
  const { purchaseId, lastSeenAt } = reconciliationFindings;
  await tx
    .update(reconciliationFindings)
    .set({ resolvedAt: seenAt })
    .where(and(isOpen, lt(lastSeenAt, seenAt), isNull(purchaseId)));
}

type OpenSums = { open: number; differences: Record<string, number> };

/** Number of open findings, and their absolute differences by currency. */
export async function sumOpenFindings(db: Database): Promise<OpenSums> {
  const { currency, expectedCents, foundCents } = reconciliationFindings;
  const rows = await db
    .select({
      currency,
      open: count(),
      cents: sql`sum(abs(${foundCents} - ${expectedCents}))`.mapWith(Number),
    })
    .from(reconciliationFindings)
    .where(isOpen)
    .groupBy(currency);
  return {
    open: rows.reduce((total, row) => total + row.open, 0),
    differences: Object.fromEntries(rows.map((row) => [row.currency, row.cents])),
  };
}

/** Findings first made by a day's run: open ones first, newest first. */
export async function pageFindings(
  db: Database,
  { day, limit, offset }: { day: string; limit: number; offset: number },
): Promise<{ rows: FindingRow[]; total: number }> {
  const where = eq(reconciliationFindings.day, day);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(reconciliationFindings)
      .where(where)
      .orderBy(
        desc(sql`resolved_at is null and closed_at is null`),
        desc(reconciliationFindings.id),
      )
      .limit(limit)
      .offset(offset),
    db.$count(reconciliationFindings, where),
  ]);
  return { rows, total };
}

export async function countOpenFindings(db: Database): Promise<number> {
  return db.$count(reconciliationFindings, isOpen);
}

export async function findFinding(db: Database, id: string): Promise<FindingRow | null> {
  const { id: findingId } = reconciliationFindings;
  const [row] = await db.select().from(reconciliationFindings).where(eq(findingId, id));
  return row ?? null;
}

/** Locks the row until the transaction ends. */
export async function lockFinding(tx: Database, id: string): Promise<FindingRow | null> {
  const [row] = await tx
    .select()
    .from(reconciliationFindings)
    .where(eq(reconciliationFindings.id, id))
    .for("update");
  return row ?? null;
}

export async function closeFindingRow(
  tx: Database,
  id: string,
  closed: { closedAt: Date; closedBy: string; closedReason: string },
): Promise<void> {
  await tx
    .update(reconciliationFindings)
    .set(closed)
    .where(and(eq(reconciliationFindings.id, id), isOpen));
}
