/** Reports by people without an account: confirmed by a mailed link, and later erased. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { listingDecisions, listingReports } from "../../schema/index.ts";
import type { ListingReportRow } from "./listing-reports.ts";

const { visitorEmail, listingId, decisionId, isConfirmed, createdAt, detail } = listingReports;
const waits = isNull(decisionId);

/** Serialises reports from this address until the transaction ends. */
export async function lockVisitor(tx: Database, email: string): Promise<void> {
  const name = `visitor reports ${email}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The open report from this address about this listing, confirmed or not, or null. */
export async function findVisitorReport(
  tx: Database,
  of: { email: string; listingId: string },
): Promise<ListingReportRow | null> {
  const isOne = and(eq(visitorEmail, of.email), eq(listingId, of.listingId), waits);
  const [row] = await tx.select().from(listingReports).where(isOne);
  return row ?? null;
}

/** About all listings, confirmed or not. */
export async function countVisitorReports(tx: Database, email: string): Promise<number> {
  return tx.$count(listingReports, and(eq(visitorEmail, email), waits));
}

/** Replaces the text of an unconfirmed report. */
export async function rewordReport(
  tx: Database,
  reportId: string,
  change: Pick<ListingReportRow, "reason" | "detail" | "visitorName" | "createdAt">,
): Promise<void> {
  await tx.update(listingReports).set(change).where(eq(listingReports.id, reportId));
}

/** Submits the report to the administrators. */
export async function setReportConfirmed(tx: Database, reportId: string): Promise<void> {
  await tx.update(listingReports).set({ isConfirmed: true }).where(eq(listingReports.id, reportId));
}

export async function lockReport(tx: Database, reportId: string): Promise<ListingReportRow | null> {
  const isIt = eq(listingReports.id, reportId);
  const [row] = await tx.select().from(listingReports).where(isIt).for("update");
  return row ?? null;
}

type Batch = { before: Date; rowsMax: number };

/** Deletes reports that were not confirmed since `before`; returns how many. */
export async function deleteUnconfirmed(db: Database, { before, rowsMax }: Batch): Promise<number> {
  const due = db
    .select({ id: listingReports.id })
    .from(listingReports)
    .where(and(sql`not ${isConfirmed}`, lt(createdAt, before)))
    .orderBy(asc(listingReports.id))
    .limit(rowsMax)
    .for("update", { skipLocked: true });
  const gone = await db
    .delete(listingReports)
    .where(inArray(listingReports.id, due))
    .returning({ id: listingReports.id });
  return gone.length;
}

/** Erases texts, names and addresses of reports decided before the instant; returns how many. */
export async function forgetWords(db: Database, { before, rowsMax }: Batch): Promise<number> {
  const due = db
    .select({ id: listingReports.id })
    .from(listingReports)
    .innerJoin(listingDecisions, eq(listingDecisions.id, decisionId))
    .where(
      and(
        isNotNull(decisionId),
        or(isNotNull(detail), isNotNull(visitorEmail)),
        lt(listingDecisions.decidedAt, before),
      ),
    )
    .orderBy(asc(listingReports.id))
    .limit(rowsMax)
    .for("update", { of: listingReports, skipLocked: true });
  const emptied = await db
    .update(listingReports)
    .set({ detail: null, visitorEmail: null, visitorName: null })
    .where(inArray(listingReports.id, due))
    .returning({ id: listingReports.id });
  return emptied.length;
}
