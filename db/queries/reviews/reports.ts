/** Reports of reviews and answers: made, counted, listed for administrators, and closed. */
import { and, asc, count, eq, inArray, isNull, min } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { reviewReports, reviewRevisions } from "../../schema/index.ts";
import type { ReviewPart } from "../../vocabulary/review.ts";

export type ReportRow = typeof reviewReports.$inferSelect;
export type RevisionRow = typeof reviewRevisions.$inferSelect;

const isOpen = isNull(reviewReports.closedAt);

/** Number of the account's open reports; exact while the account is locked. */
export async function countOpenReports(db: Database, accountId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(reviewReports)
    .where(and(eq(reviewReports.accountId, accountId), isOpen));
  return row?.total ?? 0;
}

/** The account's open report of this part, or null. */
export async function findOpenReport(
  db: Database,
  { accountId, reviewId, part }: { accountId: string; reviewId: string; part: ReviewPart },
): Promise<ReportRow | null> {
  const { accountId: account, reviewId: review, part: of } = reviewReports;
  const isOne = and(eq(account, accountId), eq(review, reviewId), eq(of, part), isOpen);
  const [row] = await db.select().from(reviewReports).where(isOne);
  return row ?? null;
}

export async function insertReport(
  tx: Database,
  values: typeof reviewReports.$inferInsert,
): Promise<ReportRow> {
  const [row] = await tx.insert(reviewReports).values(values).returning();
  if (row === undefined) throw new Error("the insert of a report returned no row");
  return row;
}

/** Closes the open reports about a part of a review; returns how many. */
export async function closeReports(
  tx: Database,
  of: { reviewId: string; part: ReviewPart },
  now: Date,
): Promise<number> {
  const { reviewId, part } = reviewReports;
  const closed = await tx
    .update(reviewReports)
    .set({ closedAt: now })
    .where(and(eq(reviewId, of.reviewId), eq(part, of.part), isOpen))
    .returning({ id: reviewReports.id });
  return closed.length;
}

/** Reviews with open reports, by the oldest of them. */
export async function pageReported(
  db: Database,
  page: { limit: number; offset: number },
): Promise<{ rows: { reviewId: string; reports: number; since: Date }[]; total: number }> {
  const { reviewId, createdAt } = reviewReports;
  const [rows, totals] = await Promise.all([
    db
      .select({ reviewId, reports: count(), since: min(createdAt).mapWith(createdAt) })
      .from(reviewReports)
      .where(isOpen)
      .groupBy(reviewId)
      .orderBy(asc(min(createdAt)), asc(reviewId))
      .limit(page.limit)
      .offset(page.offset),
    countReported(db),
  ]);
  return { rows: rows.map((row) => ({ ...row, since: row.since as Date })), total: totals };
}

/** Number of reviews that wait for an administrator. */
export async function countReported(db: Database): Promise<number> {
  const reported = db
    .selectDistinct({ id: reviewReports.reviewId })
    .from(reviewReports)
    .where(isOpen)
    .as("reported");
  const [row] = await db.select({ total: count() }).from(reported);
  return row?.total ?? 0;
}

/** Reports of a few reviews, latest first, including closed ones. */
export async function readReports(
  db: Database,
  reviewIds: string[],
  limit: number,
): Promise<ReportRow[]> {
  return db
    .select()
    .from(reviewReports)
    .where(inArray(reviewReports.reviewId, reviewIds))
    .orderBy(asc(reviewReports.createdAt))
    .limit(limit);
}

/** All versions of the texts, oldest first; the limits bound their number per part. */
export async function readRevisions(db: Database, reviewId: string): Promise<RevisionRow[]> {
  const { part, revision } = reviewRevisions;
  return db
    .select()
    .from(reviewRevisions)
    .where(eq(reviewRevisions.reviewId, reviewId))
    .orderBy(asc(part), asc(revision))
    .limit(200);
}
