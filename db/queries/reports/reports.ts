/** Reports: made, counted, listed for reporters and administrators, and closed. */
import { and, asc, count, desc, eq, inArray, isNull, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, reportDecisions, reports } from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import { behindId, type Slice } from "../slice.ts";
import type { DecisionRow } from "./decisions.ts";
import { goneSubject, type ReportSubject, subjectOf } from "./subjects.ts";

export type ReportRow = typeof reports.$inferSelect;

/** It waits for an administrator. */
const isOpen = and(isNull(reports.decisionId), sql`${reports.isConfirmed}`);

/** Number of the account's open reports; exact while the account is locked. */
export async function countOpenOfAccount(db: Database, accountId: string): Promise<number> {
  return db.$count(reports, and(eq(reports.accountId, accountId), isOpen));
}

/** Number of open reports of one thing. */
export async function countOpenOfSubject(db: Database, subjectId: string): Promise<number> {
  return db.$count(reports, and(eq(reports.subjectId, subjectId), isOpen));
}

/** The account's open report of this thing, or null. */
export async function findOpenReport(
  db: Database,
  of: { accountId: string; subjectId: string },
): Promise<ReportRow | null> {
  const { accountId, subjectId } = reports;
  const isOne = and(eq(accountId, of.accountId), eq(subjectId, of.subjectId), isOpen);
  const [row] = await db.select().from(reports).where(isOne);
  return row ?? null;
}

export async function insertReport(
  tx: Database,
  values: typeof reports.$inferInsert,
): Promise<ReportRow> {
  const [row] = await tx.insert(reports).values(values).returning();
  if (row === undefined) throw new Error("the insert of a report returned no row");
  return row;
}

/** The open reports of a locked thing, locked in id order. */
export async function lockOpenReports(tx: Database, subjectId: string): Promise<ReportRow[]> {
  return tx
    .select()
    .from(reports)
    .where(and(eq(reports.subjectId, subjectId), isOpen))
    .orderBy(asc(reports.id))
    .for("update");
}

/**
 * Closes locked reports with a decision. The texts of accounts closed in the meantime are removed;
 * closing an account locks its reports first.
 */
export async function closeReports(
  tx: Database,
  of: { reports: readonly ReportRow[]; decisionId: string },
): Promise<void> {
  const { id, accountId, detail } = reports;
  const isClosed = sql`exists (select from ${accounts}
    where ${accounts.id} = ${accountId} and ${accounts.closedAt} is not null)`;
  await tx
    .update(reports)
    .set({ decisionId: of.decisionId, detail: sql`case when not ${isClosed} then ${detail} end` })
    .where(
      inArray(
        id,
        of.reports.map((report) => report.id),
      ),
    );
}

/** The reporters answered by a decision. */
export async function readDecidedReports(db: Database, decisionId: string): Promise<ReportRow[]> {
  const isIt = eq(reports.decisionId, decisionId);
  return db.select().from(reports).where(isIt).orderBy(asc(reports.id));
}

export type ReportDetail = {
  report: ReportRow;
  subject: ReportSubject;
  decision: DecisionRow | null;
};

const subject = subjectOf(sql`${reports.kind}`, sql`${reports.subjectId}`);

const selectDetails = (db: Database) =>
  db
    .select({ report: reports, subject, decision: reportDecisions })
    .from(reports)
    .leftJoin(reportDecisions, eq(reportDecisions.id, reports.decisionId));

type ReportColumns = Omit<ReportDetail, "subject"> & { subject: ReportSubject | null };

function asDetail({ subject, ...row }: ReportColumns): ReportDetail {
  const { kind, subjectId: id } = row.report;
  return { ...row, subject: subject ?? goneSubject({ kind, id }) };
}

/** Reports by the account, including its agents', or only those of one agent. */
const madeBy = ({ kind, id }: Principal): SQL =>
  eq(kind === "account" ? reports.accountId : reports.agentId, id);

/** Someone's reports, latest first. */
export async function pageReportsBy(
  db: Database,
  maker: Principal,
  page: Slice,
): Promise<ReportDetail[]> {
  const rows = await selectDetails(db)
    .where(and(madeBy(maker), behindId(reports.id, page)))
    .orderBy(desc(reports.id))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(asDetail);
}

export async function countReportsBy(db: Database, maker: Principal): Promise<number> {
  return db.$count(reports, madeBy(maker));
}

export async function findReportDetail(
  db: Database,
  reportId: string,
): Promise<ReportDetail | null> {
  const [row] = await selectDetails(db).where(eq(reports.id, reportId));
  return row === undefined ? null : asDetail(row);
}

/** A thing's open reports, oldest first. */
export async function readOpenReports(
  db: Database,
  subjectId: string,
  rowsMax: number,
): Promise<ReportRow[]> {
  return db
    .select()
    .from(reports)
    .where(and(eq(reports.subjectId, subjectId), isOpen))
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(rowsMax);
}

export type ReportedSubject = { subject: ReportSubject; reports: number; since: Date };

/** Things with open reports, by the oldest of them, and their number. */
export async function pageReported(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ rows: ReportedSubject[]; total: number }> {
  const { kind, subjectId, createdAt } = reports;
  const since = min(createdAt).mapWith(createdAt);
  const [rows, total] = await Promise.all([
    db
      .select({ kind, id: subjectId, subject, reports: count(), since })
      .from(reports)
      .where(isOpen)
      .groupBy(kind, subjectId)
      .orderBy(asc(min(createdAt)), asc(subjectId))
      .limit(page.limit)
      .offset(page.offset),
    countReported(db),
  ]);
  return {
    rows: rows.map(({ kind, id, ...row }) => ({
      reports: row.reports,
      subject: row.subject ?? goneSubject({ kind, id }),
      since: row.since as Date,
    })),
    total,
  };
}

/** Number of things that wait for an administrator. */
export async function countReported(db: Database): Promise<number> {
  const reported = db
    .selectDistinct({ id: reports.subjectId })
    .from(reports)
    .where(isOpen)
    .as("reported");
  const [row] = await db.select({ total: count() }).from(reported);
  return row?.total ?? 0;
}
