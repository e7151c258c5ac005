/** Purchases with related data for their views: the file, the key and the card. */

import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../../client.ts";
import {
  apiKeys,
  auctionAwards,
  listings,
  paymentMethods,
  purchases,
  purses,
  uploads,
  versionChanges,
} from "../../schema/index.ts";
import type { Stored } from "../../stored.ts";
import type { PurchaseState } from "../../vocabulary/purchase.ts";
import { shownKeyName } from "../connections/shown-names.ts";
import { summaryColumns } from "../listings/changes-summary.ts";
import { behindId, type Slice } from "../slice.ts";
import type { PurchaseRow } from "./purchases.ts";

export type PurchaseDetail = {
  purchase: PurchaseRow;
  file: { sha256: string | null; byteSize: number | null; format: string | null };
  keyName: string;
  card: { brand: string; last4: string };
  /** Whether it pays for an auction award. */
  isAward: boolean;
  /** Of a trial: the live purchase that it lowered. */
  creditedTo: string | null;
  /** Whether it was bought in a bundle. */
  isBundled: boolean;
  /** The version on sale now if it is newer; `sentences` if the two were compared. */
  newer: { version: number; sentences: string[] | null; rows: Stored["rowChanges"] | null } | null;
};

const newerListings = alias(listings, "newer_listings");

const detailColumns = {
  purchase: purchases,
  file: { sha256: uploads.sha256, byteSize: uploads.byteSize, format: uploads.format },
  keyName: shownKeyName,
  card: { brand: paymentMethods.brand, last4: paymentMethods.last4 },
  isAward: sql<boolean>`exists (
    select from ${auctionAwards} where ${auctionAwards.purchaseId} = ${purchases.id})`,
  creditedTo: sql<string | null>`(select credited.id from ${purchases} credited
    where credited.credited_trial_id = ${purchases.id} and credited.state in
      ('payment_pending', 'in_escrow', 'disputed', 'released'))`,
  isBundled: sql<boolean>`exists (
    select from ${purses} where ${purses.id} = ${purchases.purseId} and ${purses.kind} = 'bundle')`,
  newerVersion: newerListings.version,
  ...summaryColumns,
};

function selectDetails(db: Database) {
  return db
    .select(detailColumns)
    .from(purchases)
    .innerJoin(uploads, eq(uploads.id, purchases.uploadId))
    .innerJoin(apiKeys, eq(apiKeys.id, purchases.apiKeyId))
    .innerJoin(paymentMethods, eq(paymentMethods.id, purchases.paymentMethodId))
    .leftJoin(
      newerListings,
      and(
        eq(newerListings.id, purchases.listingId),
        eq(newerListings.status, "active"),
        gt(newerListings.version, purchases.version),
      ),
    )
    .leftJoin(
      versionChanges,
      and(
        eq(versionChanges.uploadId, newerListings.currentUploadId),
        eq(versionChanges.fromUploadId, purchases.uploadId),
      ),
    );
}

type DetailRow = Awaited<ReturnType<typeof selectDetails>>[number];

function detailOf({ newerVersion, sentences, rows, ...detail }: DetailRow): PurchaseDetail {
  return {
    ...detail,
    newer: newerVersion === null ? null : { version: newerVersion, sentences, rows },
  };
}

export async function findPurchaseDetail(
  db: Database,
  purchaseId: string,
): Promise<PurchaseDetail | null> {
  const [row] = await selectDetails(db).where(eq(purchases.id, purchaseId));
  return row === undefined ? null : detailOf(row);
}

type Latest = { states: readonly PurchaseState[]; rowsMax: number };

/** The latest purchases in these states with one of the account's keys. */
export async function readLatestOfKey(
  db: Database,
  { accountId, apiKeyId }: { accountId: string; apiKeyId: string },
  { states, rowsMax }: Latest,
): Promise<PurchaseDetail[]> {
  const isOfKey = and(eq(purchases.apiKeyId, apiKeyId), eq(purchases.accountId, accountId));
  const rows = await selectDetails(db)
    .where(and(isOfKey, inArray(purchases.state, states)))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(rowsMax);
  return rows.map(detailOf);
}

/** The account's latest purchases in these states. */
export async function readLatestPurchases(
  db: Database,
  accountId: string,
  { states, rowsMax }: Latest,
): Promise<PurchaseDetail[]> {
  const rows = await selectDetails(db)
    .where(and(eq(purchases.accountId, accountId), inArray(purchases.state, states)))
    .orderBy(desc(purchases.id))
    .limit(rowsMax);
  return rows.map(detailOf);
}

/** Number of the account's purchases with an open dispute. */
export function countDisputedPurchases(db: Database, accountId: string): Promise<number> {
  // A literal state, so that prepared statements can use the partial index.
  const isDisputed = sql`${purchases.state} = 'disputed'`;
  return db.$count(purchases, and(eq(purchases.accountId, accountId), isDisputed));
}

type PurchasesPage = Slice & {
  accountId: string;
  /** Undefined means every state. */
  states: readonly PurchaseState[] | undefined;
  listingId?: string | undefined;
  /** The charge of several purchases. */
  purseId?: string | undefined;
  version?: number | undefined;
  /** Hash of the purchased file, under any listing. */
  sha256?: string | undefined;
  /** Made at or after this time. */
  since?: Date | undefined;
  /** A part of the title, in any case. */
  titlePart?: string | undefined;
};

/** The ids of a page, newest first: rows before the page are skipped in the index only. */
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

/** The published files with these bytes. */
function filesOf(db: Database, sha256: string) {
  // A literal, so that prepared statements can use the partial index.
  const isPublished = sql`${uploads.version} is not null`;
  return db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.sha256, sha256), isPublished));
}

/** Of a published file with these bytes, or of a trial's file. */
function isOfBytes(db: Database, sha256: string) {
  const ofTrial = db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, purchases.uploadId), eq(uploads.sha256, sha256)));
  return or(
    inArray(purchases.uploadId, filesOf(db, sha256)),
    and(isNotNull(purchases.trialRows), exists(ofTrial)),
  );
}

/** The account's purchases, newest first, and their total number. */
export async function pagePurchases(
  db: Database,
  page: PurchasesPage,
): Promise<{ rows: PurchaseDetail[]; total: number; totalCents: number }> {
  const { states, listingId, purseId, version, sha256, since, titlePart } = page;
  const where = and(
    eq(purchases.accountId, page.accountId),
    states === undefined ? undefined : inArray(purchases.state, states),
    listingId === undefined ? undefined : eq(purchases.listingId, listingId),
    purseId === undefined ? undefined : eq(purchases.purseId, purseId),
    version === undefined ? undefined : eq(purchases.version, version),
    since === undefined ? undefined : gte(purchases.createdAt, since),
    sha256 === undefined ? undefined : isOfBytes(db, sha256),
    titlePart === undefined
      ? undefined
      : sql`position(lower(${titlePart}::text) in lower(${purchases.title})) > 0`,
  );
  const [rows, totals] = await Promise.all([
    selectDetails(db)
      .where(inArray(purchases.id, pageOfIds(db, and(where, behindId(purchases.id, page)), page)))
      .orderBy(desc(purchases.id)),
    db
      .select({
        total: count(),
        totalCents: sql`coalesce(sum(${purchases.priceCents}), 0)`.mapWith(Number),
      })
      .from(purchases)
      .where(where),
  ]);
  const { total, totalCents } = totals[0] ?? { total: 0, totalCents: 0 };
  return { rows: rows.map(detailOf), total, totalCents };
}
