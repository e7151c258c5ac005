/** Decisions about reported listings, and appeals against them. */
import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  listingDecisions,
  listingReports,
  listings,
} from "../../schema/index.ts";
import type { ListingRow } from "../listings/listings.ts";

export type ListingDecisionRow = typeof listingDecisions.$inferSelect;

export async function insertDecision(
  tx: Database,
  values: typeof listingDecisions.$inferInsert,
): Promise<ListingDecisionRow> {
  const [row] = await tx.insert(listingDecisions).values(values).returning();
  if (row === undefined) throw new Error("the insert of a decision returned no row");
  return row;
}

export async function updateDecision(
  tx: Database,
  decisionId: string,
  change: Partial<typeof listingDecisions.$inferInsert>,
): Promise<ListingDecisionRow> {
  const isIt = eq(listingDecisions.id, decisionId);
  const [row] = await tx.update(listingDecisions).set(change).where(isIt).returning();
  if (row === undefined) throw new Error(`decision ${decisionId} vanished under its lock`);
  return row;
}

/** Locks a decision; its listing must be locked before. */
export async function lockDecision(
  tx: Database,
  decisionId: string,
): Promise<ListingDecisionRow | null> {
  const isIt = eq(listingDecisions.id, decisionId);
  const [row] = await tx.select().from(listingDecisions).where(isIt).for("update");
  return row ?? null;
}

export type DecisionDetail = {
  decision: ListingDecisionRow;
  dataset: Pick<ListingRow, "id" | "title" | "status" | "suspendedBy">;
  agent: { id: string; name: string; accountId: string | null };
};

function selectDetails(db: Database) {
  const { id, title, status, suspendedBy } = listings;
  return db
    .select({
      decision: listingDecisions,
      dataset: { id, title, status, suspendedBy },
      agent: { id: agents.id, name: agents.agentName, accountId: agents.accountId },
    })
    .from(listingDecisions)
    .innerJoin(listings, eq(id, listingDecisions.listingId))
    .innerJoin(agents, eq(agents.id, listings.agentId));
}

/** A decision with its listing and seller; a listing's seller never changes. */
export async function findDecision(
  db: Database,
  decisionId: string,
): Promise<DecisionDetail | null> {
  const [row] = await selectDetails(db).where(eq(listingDecisions.id, decisionId));
  return row ?? null;
}

/** Decisions about listings of an account's agents, latest first. */
export async function pageDecisionsOf(
  db: Database,
  accountId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: DecisionDetail[]; total: number }> {
  const own = eq(agents.accountId, accountId);
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(own)
      .orderBy(desc(listingDecisions.id))
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: sql<number>`count(*)::int` })
      .from(listingDecisions)
      .innerJoin(listings, eq(listings.id, listingDecisions.listingId))
      .innerJoin(agents, eq(agents.id, listings.agentId))
      .where(own),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/** Decisions about one listing, latest first. */
export async function readDecisions(
  db: Database,
  listingId: string,
  rowsMax: number,
): Promise<ListingDecisionRow[]> {
  return db
    .select()
    .from(listingDecisions)
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(desc(listingDecisions.id))
    .limit(rowsMax);
}

const isOpenAppeal = and(
  isNotNull(listingDecisions.appealedAt),
  isNull(listingDecisions.appealOutcome),
);

/** Open appeals, oldest first. */
export async function pageAppeals(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ rows: DecisionDetail[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectDetails(db)
      .where(isOpenAppeal)
      .orderBy(asc(listingDecisions.appealedAt), asc(listingDecisions.id))
      .limit(page.limit)
      .offset(page.offset),
    countAppeals(db),
  ]);
  return { rows, total };
}

export async function countAppeals(db: Database): Promise<number> {
  return db.$count(listingDecisions, isOpenAppeal);
}

type Person = { accountId: string; email: string; emailVerified: boolean };

const person = {
  accountId: accounts.id,
  email: accounts.email,
  emailVerified: accounts.emailVerified,
};

export type ReportMailRow = DecisionDetail & {
  /** Null if the agent has no owner any more. */
  seller: Person | null;
  /**
   * Null if the mail goes to the seller. Without an account it is a visitor, whose link proved the
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
  const { accountId } = found.agent;
  const isSeller = eq(accounts.id, accountId ?? "");
  const [seller] = accountId === null ? [] : await db.select(person).from(accounts).where(isSeller);
  if (reportId === null) return { ...found, seller: seller ?? null, reporter: null, report: null };
  const { reason, createdAt, visitorEmail } = listingReports;
  const [made] = await db
    .select({ account: person, report: { reason, createdAt }, visitorEmail })
    .from(listingReports)
    .leftJoin(accounts, eq(accounts.id, listingReports.accountId))
    .where(and(eq(listingReports.id, reportId), eq(listingReports.decisionId, decisionId)));
  if (made === undefined) return null;
  const { account, report } = made;
  const visitor = { accountId: null, email: made.visitorEmail ?? "", emailVerified: true };
  return { ...found, seller: seller ?? null, reporter: account ?? visitor, report };
}
