/** Purchases' files, and purchases whose waiting period has ended. */
import { and, asc, desc, eq, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { acceptances, accounts, purchases, uploads } from "../../schema/index.ts";
import { holdAccount } from "../accounts/suspensions.ts";
import type { UploadRow } from "../listings/listings.ts";
import { isDelivered } from "./delivered.ts";
import { findPurchase, type PurchaseRow } from "./purchases.ts";

export type Delivery = { purchase: PurchaseRow; upload: UploadRow };

/**
 * The purchased file, or another version that the purchase pays for: one number, or the latest one.
 * Null: no purchase, or it does not pay for this version.
 */
export async function findDelivery(
  db: Database,
  purchaseId: string,
  version: number | "purchased" | "latest" = "purchased",
): Promise<Delivery | null> {
  const wanted =
    version === "purchased"
      ? eq(uploads.id, purchases.uploadId)
      : and(isDelivered, version === "latest" ? undefined : eq(uploads.version, version));
  const [row] = await db
    .select({ purchase: purchases, upload: uploads })
    .from(purchases)
    .innerJoin(uploads, wanted)
    .where(eq(purchases.id, purchaseId))
    .orderBy(desc(uploads.version))
    .limit(1);
  return row ?? null;
}

/** Updates the ETag of an object with the same bytes, after the store was moved or restored. */
export async function replaceObjectEtag(
  db: Database,
  uploadId: string,
  etag: { from: string | null; to: string },
): Promise<void> {
  if (etag.from === null) return;
  await db
    .update(uploads)
    .set({ objectEtag: etag.to })
    .where(and(eq(uploads.id, uploadId), eq(uploads.objectEtag, etag.from)));
}

type DueOptions = { now: Date; rowsMax: number };

/**
 * Purchases whose escrow has ended. Excludes those of suspended sellers, those with unprocessed
 * news from the provider, and those that are on hold.
 */
export async function findDueReleases(
  db: Database,
  { now, rowsMax }: DueOptions,
): Promise<string[]> {
  const rows = await db
    .select({ id: purchases.id })
    .from(purchases)
    .innerJoin(accounts, eq(accounts.id, purchases.sellerAccountId))
    .where(and(isReleaseDue(now), isNull(accounts.suspendedAt)))
    .orderBy(asc(purchases.releaseDueAt))
    .limit(rowsMax);
  return rows.map((row) => row.id);
}

/**
 * Null if another clock holds it, it is not due any more, or its seller was suspended. First takes
 * a shared lock on the seller's account until the end, as suspending and paying do.
 */
export async function lockDueRelease(
  tx: Database,
  purchaseId: string,
  now: Date,
): Promise<PurchaseRow | null> {
  const seen = await findPurchase(tx, purchaseId);
  const seller = seen === null ? null : await holdAccount(tx, seen.sellerAccountId);
  if (seller === null || seller.suspendedAt !== null) return null;
  const [row] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), isReleaseDue(now)))
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Disputes opened before the instant and not decided yet. */
export async function findStaleDisputes(
  db: Database,
  { before, rowsMax }: { before: Date; rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(isStaleDispute(before))
    .orderBy(asc(purchases.disputedAt))
    .limit(rowsMax);
  return rows.map((row) => row.id);
}

/** Null if another clock holds it or it was decided in the meantime. */
export async function lockStaleDispute(
  tx: Database,
  purchaseId: string,
  before: Date,
): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), isStaleDispute(before)))
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Purchases on hold only because of a card's bank, which has now let the payment stand. */
export async function findLetStand(db: Database, rowsMax: number): Promise<string[]> {
  const rows = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(isLetStand)
    .orderBy(asc(purchases.disputedAt))
    .limit(rowsMax);
  return rows.map((row) => row.id);
}

/** Null if another clock holds it or it was decided in the meantime. */
export async function lockLetStand(tx: Database, purchaseId: string): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), isLetStand))
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** A subscription's period that no version has reached, whose contract nobody evaluates. */
const isWithoutEvaluation = and(
  isNotNull(purchases.subscriptionId),
  sql`not exists (select 1 from ${acceptances}
    where ${acceptances.purchaseId} = ${purchases.id} and ${acceptances.version} is not null)`,
);

function isReleaseDue(now: Date) {
  return and(
    eq(purchases.state, "in_escrow"),
    lte(purchases.releaseDueAt, now),
    or(isNull(purchases.releaseHeldUntil), lte(purchases.releaseHeldUntil, now)),
    isNull(purchases.settleDueAt),
    or(sql`${purchases.acceptance} is distinct from 'pending'`, isWithoutEvaluation),
  );
}

function isStaleDispute(before: Date) {
  return and(
    eq(purchases.state, "disputed"),
    lte(purchases.disputedAt, before),
    ne(purchases.disputeReason, "chargeback"),
  );
}

const isLetStand = and(
  eq(purchases.state, "disputed"),
  eq(purchases.disputeReason, "chargeback"),
  eq(purchases.chargeback, "won"),
);
