/** Acceptance contracts of purchases, and the evaluations that are due. */
import { and, asc, count, eq, gt, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
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

/** Claims due evaluations, each for one process, until `leaseUntil`; longest due first. */
export async function claimDueAcceptances(
  db: Database,
  { now, leaseUntil, rowsMax }: { now: Date; leaseUntil: Date; rowsMax: number },
): Promise<AcceptanceRow[]> {
  // A CTE, so that it runs once: a subquery might run again and lock other rows.
  const due = db.$with("due").as(
    db
      .select({ id: acceptances.purchaseId })
      .from(acceptances)
      .where(and(isNotNull(acceptances.dueAt), lte(acceptances.dueAt, now)))
      .orderBy(asc(acceptances.dueAt))
      .limit(rowsMax)
      .for("update", { skipLocked: true }),
  );
  return db
    .with(due)
    .update(acceptances)
    .set({ dueAt: leaseUntil, attempts: sql`${acceptances.attempts} + 1` })
    .where(inArray(acceptances.purchaseId, db.select({ id: due.id }).from(due)))
    .returning();
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
        eq(purchases.uploadId, uploadId),
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
