/** Reports of listings: made, counted, listed for reporters and administrators, and closed. */
import { and, asc, count, desc, eq, inArray, isNull, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  agents,
  listingDecisions,
  listingReports,
  listings,
} from "../../schema/index.ts";
import type { Principal } from "../../vocabulary/event.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import { behindId, type Slice } from "../slice.ts";
import type { ListingDecisionRow } from "./listing-decisions.ts";

export type ListingReportRow = typeof listingReports.$inferSelect;

/** It waits for an administrator. */
const isOpen = and(isNull(listingReports.decisionId), sql`${listingReports.isConfirmed}`);

/** Number of the account's open reports; exact while the account is locked. */
export async function countOpenOfAccount(db: Database, accountId: string): Promise<number> {
  return db.$count(listingReports, and(eq(listingReports.accountId, accountId), isOpen));
}

/** Number of the listing's open reports. */
export async function countOpenOfListing(db: Database, listingId: string): Promise<number> {
  return db.$count(listingReports, and(eq(listingReports.listingId, listingId), isOpen));
}

/** The account's open report of this listing, or null. */
export async function findOpenReport(
  db: Database,
  of: { accountId: string; listingId: string },
): Promise<ListingReportRow | null> {
  const { accountId, listingId } = listingReports;
  const isOne = and(eq(accountId, of.accountId), eq(listingId, of.listingId), isOpen);
  const [row] = await db.select().from(listingReports).where(isOne);
  return row ?? null;
}

export async function insertReport(
  tx: Database,
  values: typeof listingReports.$inferInsert,
): Promise<ListingReportRow> {
  const [row] = await tx.insert(listingReports).values(values).returning();
  if (row === undefined) throw new Error("the insert of a report returned no row");
  return row;
}

export type ReportableListing = {
  id: string;
  title: string;
  status: ListingStatus;
  agentId: string;
  sellerAccountId: string | null;
};

/** The seller and the state of a listing; null if there is none. */
export async function findReportable(
  db: Database,
  listingId: string,
): Promise<ReportableListing | null> {
  const { id, title, status, agentId } = listings;
  const [row] = await db
    .select({ id, title, status, agentId, sellerAccountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  return row ?? null;
}

/** The open reports of a locked listing, locked in id order. */
export async function lockOpenReports(
  tx: Database,
  listingId: string,
): Promise<ListingReportRow[]> {
  return tx
    .select()
    .from(listingReports)
    .where(and(eq(listingReports.listingId, listingId), isOpen))
    .orderBy(asc(listingReports.id))
    .for("update");
}

/**
 * Closes locked reports with a decision. The texts of accounts closed in the meantime are removed;
 * closing an account locks its reports first.
 */
export async function closeReports(
  tx: Database,
  of: { reports: readonly ListingReportRow[]; decisionId: string },
): Promise<void> {
  const { id, accountId, detail } = listingReports;
  const isClosed = sql`exists (select from ${accounts}
    where ${accounts.id} = ${accountId} and ${accounts.closedAt} is not null)`;
  await tx
    .update(listingReports)
    .set({ decisionId: of.decisionId, detail: sql`case when not ${isClosed} then ${detail} end` })
    .where(
      inArray(
        id,
        of.reports.map((report) => report.id),
      ),
    );
}

/** The reporters answered by a decision. */
export async function readDecidedReports(
  db: Database,
  decisionId: string,
): Promise<ListingReportRow[]> {
  const isIt = eq(listingReports.decisionId, decisionId);
  return db.select().from(listingReports).where(isIt).orderBy(asc(listingReports.id));
}

export type ReportDetail = {
  report: ListingReportRow;
  dataset: { id: string; title: string; status: ListingStatus };
  decision: ListingDecisionRow | null;
};

function selectDetails(db: Database) {
  const { id, title, status } = listings;
  return db
    .select({ report: listingReports, dataset: { id, title, status }, decision: listingDecisions })
    .from(listingReports)
    .innerJoin(listings, eq(id, listingReports.listingId))
    .leftJoin(listingDecisions, eq(listingDecisions.id, listingReports.decisionId));
}

/** Reports by the account, including its agents', or only those of one agent. */
const madeBy = ({ kind, id }: Principal): SQL =>
  eq(kind === "account" ? listingReports.accountId : listingReports.agentId, id);

/** Someone's reports, latest first. */
export async function pageReportsBy(
  db: Database,
  maker: Principal,
  page: Slice,
): Promise<ReportDetail[]> {
  return selectDetails(db)
    .where(and(madeBy(maker), behindId(listingReports.id, page)))
    .orderBy(desc(listingReports.id))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countReportsBy(db: Database, maker: Principal): Promise<number> {
  return db.$count(listingReports, madeBy(maker));
}

export async function findReportDetail(
  db: Database,
  reportId: string,
): Promise<ReportDetail | null> {
  const [row] = await selectDetails(db).where(eq(listingReports.id, reportId));
  return row ?? null;
}

/** A listing's open reports, oldest first. */
export async function readOpenReports(
  db: Database,
  listingId: string,
  rowsMax: number,
): Promise<ListingReportRow[]> {
  return db
    .select()
    .from(listingReports)
    .where(and(eq(listingReports.listingId, listingId), isOpen))
    .orderBy(asc(listingReports.createdAt), asc(listingReports.id))
    .limit(rowsMax);
}

export type ReportedListing = {
  listingId: string;
  title: string;
  status: ListingStatus;
  reports: number;
  since: Date;
};

/** Listings with open reports, by the oldest of them, and their number. */
export async function pageReported(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ rows: ReportedListing[]; total: number }> {
  const { listingId, createdAt } = listingReports;
  const since = min(createdAt).mapWith(createdAt);
  const [rows, total] = await Promise.all([
    db
      .select({
        listingId,
        title: listings.title,
        status: listings.status,
        reports: count(),
        since,
      })
      .from(listingReports)
      .innerJoin(listings, eq(listings.id, listingId))
      .where(isOpen)
      .groupBy(listingId, listings.title, listings.status)
      .orderBy(asc(min(createdAt)), asc(listingId))
      .limit(page.limit)
      .offset(page.offset),
    countReported(db),
  ]);
  return { rows: rows.map((row) => ({ ...row, since: row.since as Date })), total };
}

/** Number of listings that wait for an administrator. */
export async function countReported(db: Database): Promise<number> {
  const reported = db
    .selectDistinct({ id: listingReports.listingId })
    .from(listingReports)
    .where(isOpen)
    .as("reported");
  const [row] = await db.select({ total: count() }).from(reported);
  return row?.total ?? 0;
}
