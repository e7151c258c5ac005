/** Chargebacks for administrators and sellers: lists, counts and sums. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, auditLog, chargebacks, purchases } from "../../schema/index.ts";
import type { ChargebackRow } from "./chargebacks.ts";

export const chargebackFilters = ["open", "owed", "ended"] as const;
export type ChargebackFilter = (typeof chargebackFilters)[number];

// Literals, so that prepared statements can use the partial indexes.
const isOpen = sql`${chargebacks.state} = 'open'`;
const isOwed = sql`${chargebacks.debtCents} > ${chargebacks.recoveredCents} + ${chargebacks.writtenOffCents}`;
const conditions: Record<ChargebackFilter, SQL> = {
  open: isOpen,
  owed: isOwed,
  ended: sql`not (${isOpen}) and not (${isOwed})`,
};

const listColumns = {
  chargeback: chargebacks,
  title: purchases.title,
  agentName: agents.agentName,
  sellerEmail: accounts.email,
};
export type ListedChargeback = {
  chargeback: ChargebackRow;
  title: string;
  agentName: string;
  sellerEmail: string;
};

type Page = {
  filter: ChargebackFilter | undefined;
  purchaseId: string | undefined;
  limit: number;
  offset: number;
};

/** Open ones by evidence deadline, then those with a debt, then the others. */
export async function pageChargebacks(
  db: Database,
  { filter, purchaseId, limit, offset }: Page,
): Promise<{ rows: ListedChargeback[]; total: number }> {
  const where = and(
    filter === undefined ? undefined : conditions[filter],
    purchaseId === undefined ? undefined : eq(chargebacks.purchaseId, purchaseId),
  );
  const rank = sql`case when ${isOpen} then 0 when ${isOwed} then 1 else 2 end`;
  const dueAt = sql`case when ${isOpen} then ${chargebacks.evidenceDueAt} end`;
  const [rows, total] = await Promise.all([
    db
      .select(listColumns)
      .from(chargebacks)
      .innerJoin(purchases, eq(purchases.id, chargebacks.purchaseId))
      .innerJoin(agents, eq(agents.id, purchases.sellerAgentId))
      .innerJoin(accounts, eq(accounts.id, chargebacks.sellerAccountId))
      .where(where)
      .orderBy(
        asc(rank),
        sql`${dueAt} asc nulls last`,
        desc(chargebacks.openedAt),
        asc(chargebacks.id),
      )
      .limit(limit)
      .offset(offset),
    db.$count(chargebacks, where),
  ]);
  return { rows, total };
}

const isUnanswered = sql`${chargebacks.evidenceSubmittedAt} is null`;

/** Number of open chargebacks, and the earliest evidence deadline among the unanswered ones. */
export async function countOpenChargebacks(
  db: Database,
): Promise<{ open: number; firstDueAt: Date | null }> {
  const first = sql<
    string | null
  >`min(${chargebacks.evidenceDueAt}) filter (where ${isUnanswered})`;
  const [row] = await db
    .select({ open: sql<number>`count(*)::int`, firstDueAt: first })
    .from(chargebacks)
    .where(isOpen);
  if (row === undefined) throw new Error("a count without groups returned no row");
  return { open: row.open, firstDueAt: row.firstDueAt === null ? null : new Date(row.firstDueAt) };
}

/** Number of open chargebacks without evidence whose deadline is before the instant. */
export function countDueChargebacks(db: Database, before: Date): Promise<number> {
  const isDue = sql`${chargebacks.evidenceDueAt} <= ${before.toISOString()}`;
  return db.$count(chargebacks, and(isOpen, isUnanswered, isDue));
}

/** Number of lost chargebacks with a debt that is neither paid nor written off. */
export function countOwedChargebacks(db: Database): Promise<number> {
  return db.$count(chargebacks, isOwed);
}

const debtColumns = {
  id: chargebacks.id,
  purchaseId: chargebacks.purchaseId,
  listingId: purchases.listingId,
  title: purchases.title,
  openedAt: chargebacks.openedAt,
  closedAt: chargebacks.closedAt,
  debtCents: chargebacks.debtCents,
  recoveredCents: chargebacks.recoveredCents,
  writtenOffCents: chargebacks.writtenOffCents,
  currency: chargebacks.currency,
};

/** A seller's debts for lost chargebacks, oldest first. */
export async function readDebts(
  db: Database,
  { sellerAccountId, rowsMax }: { sellerAccountId: string; rowsMax: number },
) {
  return db
    .select(debtColumns)
    .from(chargebacks)
    .innerJoin(purchases, eq(purchases.id, chargebacks.purchaseId))
    .where(and(eq(chargebacks.sellerAccountId, sellerAccountId), isOwed))
    .orderBy(asc(chargebacks.openedAt), asc(chargebacks.id))
    .limit(rowsMax);
}

export type DebtRow = Awaited<ReturnType<typeof readDebts>>[number];

/** When the buyer received the file's address, oldest first. */
export async function readDownloads(
  db: Database,
  purchaseId: string,
  rowsMax: number,
): Promise<Date[]> {
  const rows = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, "purchase"),
        eq(auditLog.subjectId, purchaseId),
        eq(auditLog.action, "purchase.download_issued"),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(rowsMax);
  return rows.map(({ at }) => at);
}

type Reminders = { now: Date; dueBefore: Date; remindedBefore: Date; rowsMax: number };

/**
 * Records reminders for chargebacks that are due for one, and returns their ids; concurrent calls
 * skip them.
 */
export async function claimEvidenceReminders(
  tx: Database,
  { now, dueBefore, remindedBefore, rowsMax }: Reminders,
): Promise<string[]> {
  const isDue = and(
    isOpen,
    isUnanswered,
    gt(chargebacks.evidenceDueAt, now),
    lte(chargebacks.evidenceDueAt, dueBefore),
    or(isNull(chargebacks.remindedAt), lte(chargebacks.remindedAt, remindedBefore)),
  );
  const due = await tx
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(isDue)
    .orderBy(asc(chargebacks.evidenceDueAt))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.update(chargebacks).set({ remindedAt: now }).where(inArray(chargebacks.id, ids));
  return ids;
}
