/** Purchases that wait for their person's approval. */

import { and, asc, count, desc, eq, gt, inArray, lte, or, type SQL, sql, sum } from "drizzle-orm";
import type { Database } from "../../client.ts";
import {
  accounts,
  apiKeys,
  paymentMethods,
  uploads,
  waitingPurchases,
} from "../../schema/index.ts";
import type { WaitingState } from "../../vocabulary/purchase.ts";
import { shownKeyName } from "../connections/shown-names.ts";
import { behindId, type Slice } from "../slice.ts";

export type WaitingPurchaseRow = typeof waitingPurchases.$inferSelect;

export async function insertWaitingPurchase(
  tx: Database,
  values: typeof waitingPurchases.$inferInsert,
): Promise<WaitingPurchaseRow> {
  const [row] = await tx.insert(waitingPurchases).values(values).returning();
  if (row === undefined) throw new Error("the insert of a waiting purchase returned no row");
  return row;
}

export async function findWaitingPurchase(
  db: Database,
  id: string,
): Promise<WaitingPurchaseRow | null> {
  const [row] = await db.select().from(waitingPurchases).where(eq(waitingPurchases.id, id));
  return row ?? null;
}

/** Locks one; its key and its listing, if needed, must be locked before. */
export async function lockWaitingPurchase(
  tx: Database,
  id: string,
): Promise<WaitingPurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(waitingPurchases)
    .where(eq(waitingPurchases.id, id))
    .for("update");
  return row ?? null;
}

/** One listing, or several of one order. */
export type WaitingOf = { accountId: string; listingId: string | string[] };

/** Whether one is about any of these listings, by itself or in a bundle. */
function concerns(listingIds: string[]): SQL | undefined {
  if (listingIds.length === 0) return sql`false`;
  const bundled = sql`exists (select 1 from jsonb_array_elements(${waitingPurchases.bundled}) one
    where (one->>'listingId')::uuid in ${listingIds})`;
  return or(inArray(waitingPurchases.listingId, listingIds), bundled);
}

/** Locks an account's waiting purchases of listings, or those of one key, in id order. */
export async function lockWaitingOf(
  tx: Database,
  of: WaitingOf | { apiKeyId: string },
): Promise<WaitingPurchaseRow[]> {
  const whose =
    "apiKeyId" in of
      ? eq(waitingPurchases.apiKeyId, of.apiKeyId)
      : and(eq(waitingPurchases.accountId, of.accountId), concerns([of.listingId].flat()));
  return tx
    .select()
    .from(waitingPurchases)
    .where(and(whose, eq(waitingPurchases.state, "waiting")))
    .orderBy(asc(waitingPurchases.id))
    .for("update");
}

/** Locks one that has expired, skipping locked rows; null if there is none. */
export async function lockOverdueWaiting(
  tx: Database,
  now: Date,
): Promise<WaitingPurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(waitingPurchases)
    .where(and(eq(waitingPurchases.state, "waiting"), lte(waitingPurchases.expiresAt, now)))
    .orderBy(asc(waitingPurchases.expiresAt))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Ends a locked waiting purchase. */
export async function endWaitingRow(
  tx: Database,
  id: string,
  end: { state: WaitingState; endedAt: Date; purchaseId?: string; purseId?: string },
): Promise<WaitingPurchaseRow> {
  const [row] = await tx
    .update(waitingPurchases)
    .set(end)
    .where(and(eq(waitingPurchases.id, id), eq(waitingPurchases.state, "waiting")))
    .returning();
  if (row === undefined) throw new Error(`waiting purchase ${id} has ended under its lock`);
  return row;
}

/**
 * How many of a key are waiting, and how many it requested since a time. Exact under the key's
 * lock.
 */
export async function countAsked(
  tx: Database,
  apiKeyId: string,
  since: Date,
): Promise<{ waiting: number; inDay: number }> {
  const isWaiting = sql`${waitingPurchases.state} = 'waiting'`;
  const isRecent = gt(waitingPurchases.createdAt, since);
  const [row] = await tx
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})`.mapWith(Number),
      inDay: sql<number>`count(*) filter (where ${isRecent})`.mapWith(Number),
    })
    .from(waitingPurchases)
    .where(and(eq(waitingPurchases.apiKeyId, apiKeyId), or(isWaiting, isRecent)));
  return row ?? { waiting: 0, inDay: 0 };
}

/**
 * Cents that the keys reserve for waiting purchases, without those of `exceptListingIds`; keys without any are
 * absent. Exact under the key's lock.
 */
export async function waitingCentsByKey(
  db: Database,
  apiKeyIds: string[],
  { exceptListingIds }: { exceptListingIds: string[] },
): Promise<Map<string, number>> {
  if (apiKeyIds.length === 0) return new Map();
  const elsewhere = sql`${concerns(exceptListingIds)} is not true`;
  const rows = await db
    .select({
      apiKeyId: waitingPurchases.apiKeyId,
      cents: sum(waitingPurchases.priceCents).mapWith(Number),
    })
    .from(waitingPurchases)
    .where(
      and(
        inArray(waitingPurchases.apiKeyId, apiKeyIds),
        eq(waitingPurchases.state, "waiting"),
        elsewhere,
      ),
    )
    .groupBy(waitingPurchases.apiKeyId);
  return new Map(rows.map(({ apiKeyId, cents }) => [apiKeyId, cents]));
}

/** A waiting purchase with related data for its view: the file, null for a bundle; the key and the card. */
export type WaitingDetail = {
  waiting: WaitingPurchaseRow;
  file: { sha256: string | null; byteSize: number | null; format: string | null } | null;
  keyName: string;
  card: { brand: string; last4: string };
};

function selectDetails(db: Database) {
  return db
    .select({
      waiting: waitingPurchases,
      file: { sha256: uploads.sha256, byteSize: uploads.byteSize, format: uploads.format },
      keyName: shownKeyName,
      card: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
    })
    .from(waitingPurchases)
    .leftJoin(uploads, eq(uploads.id, waitingPurchases.uploadId))
    .innerJoin(apiKeys, eq(apiKeys.id, waitingPurchases.apiKeyId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, waitingPurchases.paymentMethodId));
}

export async function findWaitingDetail(db: Database, id: string): Promise<WaitingDetail | null> {
  const [row] = await selectDetails(db).where(eq(waitingPurchases.id, id));
  return row ?? null;
}

type WaitingPurchaseFilter = { accountId: string; status: WaitingState | undefined; now: Date };

/**
 * By effective state: a purchase past its deadline counts as expired before the clock processes it.
 */
function whereState({ accountId, status, now }: WaitingPurchaseFilter): SQL | undefined {
  const { state, expiresAt } = waitingPurchases;
  const own = eq(waitingPurchases.accountId, accountId);
  if (status === undefined) return own;
  if (status === "waiting") return and(own, eq(state, "waiting"), gt(expiresAt, now));
  if (status !== "expired") return and(own, eq(state, status));
  return and(own, or(eq(state, "expired"), and(eq(state, "waiting"), lte(expiresAt, now))));
}

/** The account's waiting purchases, newest first. */
export async function pageWaiting(
  db: Database,
  { limit, offset, after, ...asked }: WaitingPurchaseFilter & Slice,
): Promise<{ rows: WaitingDetail[]; total: number }> {
  const where = whereState(asked);
  const [rows, total] = await Promise.all([
    selectDetails(db)
      .where(and(where, behindId(waitingPurchases.id, { after })))
      .orderBy(desc(waitingPurchases.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(waitingPurchases).where(where),
  ]);
  return { rows, total: total[0]?.total ?? 0 };
}

/** Number of the account's purchases that wait for an answer. */
export async function countWaiting(db: Database, accountId: string, now: Date): Promise<number> {
  return db.$count(waitingPurchases, whereState({ accountId, status: "waiting", now }));
}

export type WaitingMailRow = WaitingDetail & {
  person: { accountId: string; email: string; emailVerified: boolean };
};

/** Recipient and contents of the mail about one. */
export async function findWaitingMail(db: Database, id: string): Promise<WaitingMailRow | null> {
  const detail = await findWaitingDetail(db, id);
  if (detail === null) return null;
  const [person] = await db
    .select({
      accountId: accounts.id,
      email: accounts.email,
      emailVerified: accounts.emailVerified,
    })
    .from(accounts)
    .where(eq(accounts.id, detail.waiting.accountId));
  return person === undefined ? null : { ...detail, person };
}
