/** Purchases with what their views show beside the row: the file, the key and the card. */
import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PurchaseState } from "../../../market/vocabulary.ts";
import type { Database } from "../../client.ts";
import { apiKeys, paymentMethods, purchases, uploads } from "../../schema/index.ts";
import type { PurchaseRow } from "./purchases.ts";

export type PurchaseDetail = {
  purchase: PurchaseRow;
  file: { sha256: string | null; byteSize: number | null; format: string | null };
  keyName: string;
  card: { brand: string; last4: string };
};

const detailColumns = {
  purchase: purchases,
  file: { sha256: uploads.sha256, byteSize: uploads.byteSize, format: uploads.format },
  keyName: apiKeys.name,
  card: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
};

function selectDetails(db: Database) {
  return db
    .select(detailColumns)
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .innerJoin(apiKeys, eq(apiKeys.id, purchases.apiKeyId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, purchases.paymentMethodId));
}

export async function findPurchaseDetail(
  db: Database,
  purchaseId: string,
): Promise<PurchaseDetail | null> {
  const [row] = await selectDetails(db).where(eq(purchases.id, purchaseId));
  return row ?? null;
}

/** What the account bought last. */
export function readLatestPurchases(
  db: Database,
  accountId: string,
  rowsMax: number,
): Promise<PurchaseDetail[]> {
  return selectDetails(db)
    .where(eq(purchases.accountId, accountId))
    .orderBy(desc(purchases.id))
    .limit(rowsMax);
}

/** How many of the account's purchases wait for a decision. */
export function countDisputedPurchases(db: Database, accountId: string): Promise<number> {
  // The state as a literal, so that a prepared statement still knows the partial index.
  const isDisputed = sql`${purchases.state} = 'disputed'`;
  return db.$count(purchases, and(eq(purchases.accountId, accountId), isDisputed));
}

type PurchasesPage = {
  accountId: string;
  status: PurchaseState | undefined;
  limit: number;
  offset: number;
};

/** The ids of a page, newest first: what comes before the page is skipped in the index alone. */
export function pageOfIds(
  db: Database,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({ id: purchases.id })
    .from(purchases)
    .where(where)
    .orderBy(desc(purchases.id))
    .limit(limit)
    .offset(offset);
}

/** What the account bought, newest first, and how many there are in all. */
export async function pagePurchases(
  db: Database,
  page: PurchasesPage,
): Promise<{ rows: PurchaseDetail[]; total: number }> {
  const mine = eq(purchases.accountId, page.accountId);
  const where = page.status === undefined ? mine : and(mine, eq(purchases.state, page.status));
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(inArray(purchases.id, pageOfIds(db, where, page)))
      .orderBy(desc(purchases.id)),
    db.select({ total: count() }).from(purchases).where(where),
  ]);
  return { rows, total: totals[0]?.total ?? 0 };
}
