/** Runs of the daily reconciliation: planned, claimed by one process, postponed, ended. */
import { and, asc, desc, eq, max, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { ledgerEntries, reconciliationFindings, reconciliationRuns } from "../../schema/index.ts";
import type { DaySum } from "../../vocabulary/reconciliation.ts";

export type RunRow = typeof reconciliationRuns.$inferSelect;
/** A run that this process holds. */
export type HeldRun = { id: string; holder: string };

/** The last day with a run, and the day of the ledger's first posting; null if there is none. */
export async function findPlan(
  db: Database,
): Promise<{ last: string | null; firstPostedAt: Date | null }> {
  const [planned] = await db.select({ day: max(reconciliationRuns.day) }).from(reconciliationRuns);
  if (planned?.day) return { last: planned.day, firstPostedAt: null };
  // Ids sort by creation time.
  const [posted] = await db
    .select({ at: ledgerEntries.createdAt })
    .from(ledgerEntries)
    .orderBy(asc(ledgerEntries.id))
    .limit(1);
  return { last: null, firstPostedAt: posted?.at ?? null };
}

/** Days with a run keep theirs. */
export async function insertRuns(db: Database, days: string[], now: Date): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map((day) => ({ day, dueAt: now }));
  await db.insert(reconciliationRuns).values(rows).onConflictDoNothing();
}

/**
 * Claims one run until `leaseUntil`: that of a dead process, or otherwise the oldest due one. Null
 * if there is none or another process is running one; there is one at a time.
 */
export async function claimRun(
  db: Database,
  { now, leaseUntil, holder }: { now: Date; leaseUntil: Date; holder: string },
): Promise<RunRow | null> {
  const isFree = sql`(state = 'running' and lease_until < ${now.toISOString()})
    or (state in ('due', 'failed') and due_at <= ${now.toISOString()} and not exists (
      select from reconciliation_runs as other where other.state = 'running'))`;
  const rows = await db
    .update(reconciliationRuns)
    .set({
      state: "running",
      holder,
      leaseUntil,
      startedAt: sql`coalesce(${reconciliationRuns.startedAt}, ${now.toISOString()})`,
    })
    .where(
      eq(
        reconciliationRuns.id,
        db
          .select({ id: reconciliationRuns.id })
          .from(reconciliationRuns)
          .where(isFree)
          .orderBy(desc(sql`state = 'running'`), asc(reconciliationRuns.day))
          .limit(1)
          .for("update", { skipLocked: true }),
      ),
    )
    .returning()
    .catch(refusedAsSecond);
  return rows[0] ?? null;
}

/** Another process has just started a run. */
function refusedAsSecond(error: unknown): never[] {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { constraint_name: constraint } = cause as { constraint_name?: string };
  if (constraint === "reconciliation_runs_one_running") return [];
  throw error;
}

export type RunChange = Partial<
  Pick<
    RunRow,
    "cursor" | "isRead" | "transactions" | "attempts" | "leaseUntil" | "failure" | "dueAt" | "state"
  >
>;

/** Changes a run that this process still holds; false if another one has taken it over. */
export async function changeRun(
  db: Database,
  { id, holder }: HeldRun,
  change: RunChange & { sums?: DaySum[] },
): Promise<boolean> {
  const isOver = change.state !== undefined && change.state !== "running";
  const rows = await db
    .update(reconciliationRuns)
    .set({ ...change, ...(isOver ? { holder: null, leaseUntil: null } : {}) })
    .where(and(eq(reconciliationRuns.id, id), eq(reconciliationRuns.holder, holder)))
    .returning({ id: reconciliationRuns.id });
  return rows.length > 0;
}

/** Ends a run that this process still holds; false if another one has taken it over. */
export async function endRun(
  db: Database,
  { id, holder }: HeldRun,
  ended: Pick<RunRow, "findings" | "sums" | "differences"> & { now: Date },
): Promise<boolean> {
  const { now, ...result } = ended;
  const rows = await db
    .update(reconciliationRuns)
    .set({
      ...result,
      state: "done",
      endedAt: now,
      failure: null,
      attempts: 0,
      holder: null,
      leaseUntil: null,
    })
    .where(and(eq(reconciliationRuns.id, id), eq(reconciliationRuns.holder, holder)))
    .returning({ id: reconciliationRuns.id });
  return rows.length > 0;
}

/** Whether all of the provider's transactions of a day were read. */
export async function wasRead(db: Database, day: string): Promise<boolean> {
  const where = and(eq(reconciliationRuns.day, day), eq(reconciliationRuns.isRead, true));
  return (await db.$count(reconciliationRuns, where)) > 0;
}

export async function findRunOfDay(db: Database, day: string): Promise<RunRow | null> {
  const [row] = await db.select().from(reconciliationRuns).where(eq(reconciliationRuns.day, day));
  return row ?? null;
}

/** `findings`: findings first made by the run; `open`: those of them that are open. */
export type RunListRow = { run: RunRow; findings: number; open: number };

const ofDay = sql`from ${reconciliationFindings}
  where ${reconciliationFindings.day} = ${reconciliationRuns.day}`;
const runColumns = {
  run: reconciliationRuns,
  findings: sql`(select count(*) ${ofDay})`.mapWith(Number),
  open: sql`(select count(*) ${ofDay} and resolved_at is null and closed_at is null)`.mapWith(
    Number,
  ),
};

export async function findRun(db: Database, id: string): Promise<RunListRow | null> {
  const [row] = await db
    .select(runColumns)
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.id, id));
  return row ?? null;
}

/** Newest days first. */
export async function pageRuns(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunListRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select(runColumns)
      .from(reconciliationRuns)
      .orderBy(desc(reconciliationRuns.day))
      .limit(limit)
      .offset(offset),
    db.$count(reconciliationRuns),
  ]);
  return { rows, total };
}

/** When the newest compared day ended; null if there is none. */
export async function findLastDone(db: Database): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(reconciliationRuns.endedAt) })
    .from(reconciliationRuns)
    .where(eq(reconciliationRuns.state, "done"));
  return row?.at ?? null;
}

/** Makes a day due again from the start; null if it is running. */
export async function restartRun(db: Database, day: string, now: Date): Promise<RunRow | null> {
  const fresh = { dueAt: now, cursor: null, isRead: false, startedAt: null, attempts: 0 };
  const again = { ...fresh, state: "due", transactions: 0, failure: null } as const;
  const [row] = await db
    .insert(reconciliationRuns)
    .values({ day, dueAt: now })
    .onConflictDoUpdate({
      target: reconciliationRuns.day,
      set: again,
      setWhere: sql`${reconciliationRuns.state} <> 'running'`,
    })
    .returning();
  return row ?? null;
}
