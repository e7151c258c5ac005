/** Statements of both sides in disputes; rows are only ever added. */
import { asc, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import { accounts, disputeStatements, purchases } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

export type StatementRow = typeof disputeStatements.$inferSelect;

/** More than a dispute can have: one opening, and the seller's answers. */
const rowsMax = 20;

export async function insertStatement(
  tx: Database,
  row: typeof disputeStatements.$inferInsert,
): Promise<StatementRow> {
  const [written] = await tx.insert(disputeStatements).values(row).returning();
  if (written === undefined) throw new Error("a statement was not written");
  return written;
}

/** Oldest first. */
export function readStatements(db: Database, purchaseId: string): Promise<StatementRow[]> {
  return db
    .select()
    .from(disputeStatements)
    .where(eq(disputeStatements.purchaseId, purchaseId))
    .orderBy(asc(disputeStatements.id))
    .limit(rowsMax);
}

type Person = { email: string; emailVerified: boolean };
export type StatementMailRow = { statement: StatementRow; purchase: PurchaseRow; buyer: Person };

export async function findStatementMail(
  db: Database,
  statementId: string,
): Promise<StatementMailRow | null> {
  const buyers = alias(accounts, "buyers");
  const [row] = await db
    .select({
      statement: disputeStatements,
      purchase: purchases,
      buyer: { email: buyers.email, emailVerified: buyers.emailVerified },
    })
    .from(disputeStatements)
    .innerJoin(purchases, eq(purchases.id, disputeStatements.purchaseId))
    .innerJoin(buyers, eq(buyers.id, purchases.accountId))
    .where(eq(disputeStatements.id, statementId));
  return row ?? null;
}
