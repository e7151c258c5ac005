/** Acceptance contracts of purchases, and the evaluations that are due. */
import { and, asc, count, eq, gt, isNotNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { acceptances, purchases } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

export type AcceptanceRow = typeof acceptances.$inferSelect;

export async function insertAcceptance(
  tx: Database,
  values: Pick<AcceptanceRow, "purchaseId" | "terms" | "probes">,
): Promise<void> {
  await tx.insert(acceptances).values(values);
}

export async function findAcceptance(
  db: Database,
  purchaseId: string,
): Promise<AcceptanceRow | null> {
  const [row] = await db.select().from(acceptances).where(eq(acceptances.purchaseId, purchaseId));
  return row ?? null;
}

export async function updateAcceptance(
  tx: Database,
  purchaseId: string,
  change: Partial<Omit<AcceptanceRow, "purchaseId" | "terms" | "probes">>,
): Promise<void> {
  await tx.update(acceptances).set(change).where(eq(acceptances.purchaseId, purchaseId));
}

/** Purchases whose evaluation is due, longest due first. */
export async function findDueAcceptances(
  db: Database,
  { now, rowsMax }: { now: Date; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: acceptances.purchaseId })
    .from(acceptances)
    .where(lte(acceptances.dueAt, now))
    .orderBy(asc(acceptances.dueAt))
    .limit(rowsMax);
  return rows.map(({ id }) => id);
}

/** Claims an evaluation for one process until `leaseUntil`; null: another one was faster. */
export async function claimDueAcceptance(
  db: Database,
  purchaseId: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<AcceptanceRow | null> {
  const [row] = await db
    .update(acceptances)
    .set({ dueAt: leaseUntil, attempts: sql`${acceptances.attempts} + 1` })
    .where(and(eq(acceptances.purchaseId, purchaseId), lte(acceptances.dueAt, now)))
    .returning();
  return row ?? null;
}

/** Checks about values in the account's contracts for a file that did not pass. */
export async function sumProbes(
  db: Database,
  { accountId, uploadId }: Pick<PurchaseRow, "accountId" | "uploadId">,
): Promise<number> {
  const [row] = await db
    .select({ probes: sql<string>`coalesce(sum(${acceptances.probes}), 0)`.mapWith(Number) })
    .from(acceptances)
    .innerJoin(purchases, eq(purchases.id, acceptances.purchaseId))
    .where(
      and(
        eq(purchases.accountId, accountId),
        sql`coalesce(${acceptances.uploadId}, ${purchases.uploadId}) = ${uploadId}`,
        isNotNull(purchases.paidAt),
        ne(purchases.acceptance, "passed"),
      ),
    );
  return row?.probes ?? 0;
}

export async function countFailedAcceptances(
  db: Database,
  { accountId, since }: { accountId: string; since: Date },
): Promise<number> {
  const [row] = await db
    .select({ failed: count() })
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, accountId),
        eq(purchases.acceptance, "failed"),
        gt(purchases.refundedAt, since),
      ),
    );
  return row?.failed ?? 0;
}
