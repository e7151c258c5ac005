/** Decisions about reported things, and appeals against them. */
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { accounts, agents, reportDecisions, reports } from "../../schema/index.ts";
import { goneSubject, type ReportSubject, subjectOf } from "./subjects.ts";

export type DecisionRow = typeof reportDecisions.$inferSelect;

export async function insertDecision(
  tx: Database,
  values: typeof reportDecisions.$inferInsert,
): Promise<DecisionRow> {
  const [row] = await tx.insert(reportDecisions).values(values).returning();
  if (row === undefined) throw new Error("the insert of a decision returned no row");
  return row;
}

export async function updateDecision(
  tx: Database,
  decisionId: string,
  change: Partial<typeof reportDecisions.$inferInsert>,
): Promise<DecisionRow> {
  const isIt = eq(reportDecisions.id, decisionId);
  const [row] = await tx.update(reportDecisions).set(change).where(isIt).returning();
  if (row === undefined) throw new Error(`decision ${decisionId} vanished under its lock`);
  return row;
}

/** Locks a decision; the thing that it is about must be locked before. */
export async function lockDecision(tx: Database, decisionId: string): Promise<DecisionRow | null> {
  const isIt = eq(reportDecisions.id, decisionId);
  const [row] = await tx.select().from(reportDecisions).where(isIt).for("update");
  return row ?? null;
}

export type DecisionDetail = {
  decision: DecisionRow;
  subject: ReportSubject;
  /** Of the agent that offers or keeps it, or of the seller itself; null: there is none. */
  agentName: string | null;
};

const subject = subjectOf(sql`${reportDecisions.kind}`, sql`${reportDecisions.subjectId}`);

const selectDetails = (db: Database) =>
  db
    .select({
      decision: reportDecisions,
      subject,
      agentName: sql<string | null>`(select ${agents.agentName} from ${agents}
        where ${agents.id}::text = ${subject} ->> 'agentId')`,
    })
    .from(reportDecisions);

type DecisionColumns = Omit<DecisionDetail, "subject"> & { subject: ReportSubject | null };

function asDetail({ subject, ...row }: DecisionColumns): DecisionDetail {
  const { kind, subjectId: id } = row.decision;
  return { ...row, subject: subject ?? goneSubject({ kind, id }) };
}

export async function findDecision(
  db: Database,
  decisionId: string,
): Promise<DecisionDetail | null> {
  const [row] = await selectDetails(db).where(eq(reportDecisions.id, decisionId));
  return row === undefined ? null : asDetail(row);
}

type Page = { limit: number; offset: number };
type DecisionPage = { rows: DecisionDetail[]; total: number };

async function page(
  db: Database,
  { limit, offset }: Page,
  where: SQL | undefined,
  order: SQL[] = [desc(reportDecisions.id)],
): Promise<DecisionPage> {
  const [rows, total] = await Promise.all([
    selectDetails(db)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.$count(reportDecisions, where),
  ]);
  return { rows: rows.map(asDetail), total };
}

/** Decisions about an account's things, latest first. */
export function pageDecisionsOf(db: Database, accountId: string, of: Page): Promise<DecisionPage> {
  return page(db, of, eq(reportDecisions.accountId, accountId));
}

/** All decisions, latest first. */
export function pageDecisions(db: Database, of: Page): Promise<DecisionPage> {
  return page(db, of, undefined);
}

/** Decisions about one thing, latest first. */
export async function readDecisions(
  db: Database,
  subjectId: string,
  rowsMax: number,
): Promise<DecisionRow[]> {
  return db
    .select()
    .from(reportDecisions)
    .where(eq(reportDecisions.subjectId, subjectId))
    .orderBy(desc(reportDecisions.id))
    .limit(rowsMax);
}

const isOpenAppeal = and(
  isNotNull(reportDecisions.appealedAt),
  isNull(reportDecisions.appealOutcome),
);

/** Open appeals, oldest first. */
export function pageAppeals(db: Database, of: Page): Promise<DecisionPage> {
  return page(db, of, isOpenAppeal, [asc(reportDecisions.appealedAt), asc(reportDecisions.id)]);
}

export async function countAppeals(db: Database): Promise<number> {
  return db.$count(reportDecisions, isOpenAppeal);
}

type Person = { accountId: string; email: string; emailVerified: boolean };

const person = {
  accountId: accounts.id,
  email: accounts.email,
  emailVerified: accounts.emailVerified,
};

export type ReportMailRow = DecisionDetail & {
  /** Null if nobody owns it. */
  owner: Person | null;
  /**
   * Null if the mail goes to the owner. Without an account it is a visitor, whose link proved the
   * address.
   */
  reporter: (Omit<Person, "accountId"> & { accountId: string | null }) | null;
  report: { reason: string; createdAt: Date } | null;
};

/**
 * Recipient and contents of the mail about a decision; null if there is no such decision or report.
 */
export async function findReportMail(
  db: Database,
  { decisionId, reportId }: { decisionId: string; reportId: string | null },
): Promise<ReportMailRow | null> {
  const found = await findDecision(db, decisionId);
  if (found === null) return null;
  const { accountId } = found.decision;
  const isOwner = eq(accounts.id, accountId ?? "");
  const [owner] = accountId === null ? [] : await db.select(person).from(accounts).where(isOwner);
  if (reportId === null) return { ...found, owner: owner ?? null, reporter: null, report: null };
  const { reason, createdAt, visitorEmail } = reports;
  const [made] = await db
    .select({ account: person, report: { reason, createdAt }, visitorEmail })
    .from(reports)
    .leftJoin(accounts, eq(accounts.id, reports.accountId))
    .where(and(eq(reports.id, reportId), eq(reports.decisionId, decisionId)));
  if (made === undefined) return null;
  const { account, report } = made;
  const visitor = { accountId: null, email: made.visitorEmail ?? "", emailVerified: true };
  return { ...found, owner: owner ?? null, reporter: account ?? visitor, report };
}
