/** Reports by people without an account: confirmed by a mailed link, and later erased. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { reportDecisions, reports } from "../../schema/index.ts";
import type { ReportRow } from "./reports.ts";

const { visitorEmail, subjectId, decisionId, isConfirmed, createdAt, detail } = reports;
const waits = isNull(decisionId);

/** Serialises reports from this address until the transaction ends. */
export async function lockVisitor(tx: Database, email: string): Promise<void> {
  const name = `visitor reports ${email}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The open report from this address about this thing, confirmed or not, or null. */
export async function findVisitorReport(
  tx: Database,
  of: { email: string; subjectId: string },
): Promise<ReportRow | null> {
  const isOne = and(eq(visitorEmail, of.email), eq(subjectId, of.subjectId), waits);
  const [row] = await tx.select().from(reports).where(isOne);
  return row ?? null;
}

/** About all things, confirmed or not. */
export async function countVisitorReports(tx: Database, email: string): Promise<number> {
  return tx.$count(reports, and(eq(visitorEmail, email), waits));
}

/** Replaces the text of an unconfirmed report. */
export async function rewordReport(
  tx: Database,
  reportId: string,
  change: Pick<ReportRow, "reason" | "detail" | "visitorName" | "createdAt">,
): Promise<void> {
  await tx.update(reports).set(change).where(eq(reports.id, reportId));
}

/** Submits the report to the administrators. */
export async function setReportConfirmed(tx: Database, reportId: string): Promise<void> {
  await tx.update(reports).set({ isConfirmed: true }).where(eq(reports.id, reportId));
}

export async function lockReport(tx: Database, reportId: string): Promise<ReportRow | null> {
  const isIt = eq(reports.id, reportId);
  const [row] = await tx.select().from(reports).where(isIt).for("update");
  return row ?? null;
}

type Batch = { before: Date; rowsMax: number };

/** Deletes reports that were not confirmed since `before`; returns how many. */
export async function deleteUnconfirmed(db: Database, { before, rowsMax }: Batch): Promise<number> {
  const due = db
    .select({ id: reports.id })
    .from(reports)
    .where(and(sql`not ${isConfirmed}`, lt(createdAt, before)))
    .orderBy(asc(reports.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const gone = await db
    .delete(reports)
    .where(inArray(reports.id, due))
    .returning({ id: reports.id });
  return gone.length;
}

/** Erases texts, names and addresses of reports decided before the instant; returns how many. */
export async function forgetWords(db: Database, { before, rowsMax }: Batch): Promise<number> {
  const due = db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(reportDecisions, eq(reportDecisions.id, decisionId))
    .where(
      and(
        isNotNull(decisionId),
        or(isNotNull(detail), isNotNull(visitorEmail)),
        lt(reportDecisions.decidedAt, before),
      ),
    )
    .orderBy(asc(reports.id))
    .limit(rowsMax)
    .for("update", { of: reports, skipLocked: true });
  const emptied = await db
    .update(reports)
    .set({ detail: null, visitorEmail: null, visitorName: null })
    .where(inArray(reports.id, due))
    .returning({ id: reports.id });
  return emptied.length;
}
