/** Which files of a listing may be queried, and which an account has bought. */
import { and, asc, desc, eq, exists, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listings, purchases, uploads } from "../../schema/index.ts";
import { isDelivered } from "../purchases/delivered.ts";
import { isActive } from "./catalogue.ts";

export type QueriedListing = Pick<
  typeof listings.$inferSelect,
  | "id"
  | "status"
  | "suspendedBy"
  | "publishedAt"
  | "priceCents"
  | "pricingType"
  | "version"
  | "currentUploadId"
> & { agentId: string; sellerAccountId: string | null };

export type PurchasedFile = Pick<
  typeof purchases.$inferSelect,
  "uploadId" | "version" | "state" | "chargeback" | "acceptance"
>;

const deliveredVersion = sql<number>`coalesce(${uploads.version}, ${purchases.version})`;

const queriedListing = {
  id: listings.id,
  status: listings.status,
  suspendedBy: listings.suspendedBy,
  publishedAt: listings.publishedAt,
  priceCents: listings.priceCents,
  pricingType: listings.pricingType,
  version: listings.version,
  currentUploadId: listings.currentUploadId,
  agentId: listings.agentId,
  sellerAccountId: agents.accountId,
};

export async function findQueriedListing(
  db: Database,
  listingId: string,
): Promise<QueriedListing | null> {
  const [row] = await db
    .select(queriedListing)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(eq(listings.id, listingId));
  return row ?? null;
}

type SharedPage = { after: string | null; rowsMax: number };

/** Free datasets on sale by id, after one. */
export async function readFreeListings(db: Database, page: SharedPage): Promise<QueriedListing[]> {
  const isFree = and(isActive, eq(listings.priceCents, 0), eq(listings.pricingType, "buy_it_now"));
  return readSharedListings(db, isFree, page);
}

/** Listings that an account or agent sells, or the account has purchases of, by id, after one. */
export async function readOwnListings(
  db: Database,
  {
    accountId,
    agentId,
    ...page
  }: SharedPage & { accountId: string | null; agentId: string | null },
): Promise<QueriedListing[]> {
  const isBought =
    accountId === null
      ? undefined
      : exists(
          db
            .select({ id: purchases.id })
            .from(purchases)
            .where(
              and(
                eq(purchases.listingId, listings.id),
                eq(purchases.accountId, accountId),
                isWhole,
              ),
            ),
        );
  const isSold = agentId === null ? undefined : eq(listings.agentId, agentId);
  const isSoldByAccount = accountId === null ? undefined : eq(agents.accountId, accountId);
  return readSharedListings(db, or(isBought, isSold, isSoldByAccount), page);
}

async function readSharedListings(
  db: Database,
  isShared: SQL | undefined,
  { after, rowsMax }: SharedPage,
): Promise<QueriedListing[]> {
  return db
    .select(queriedListing)
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(and(isShared, after === null ? undefined : gt(listings.id, after)))
    .orderBy(asc(listings.id))
    .limit(rowsMax);
}

/** Those of the ids that are on sale, in no order. */
export async function findMatchedListings(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      ...queriedListing,
      title: listings.title,
      rowCount: listings.rowCount,
      columnCount: listings.columnCount,
      distributions: listings.distributions,
    })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(and(inArray(listings.id, [...ids]), isActive))
    .limit(ids.length);
}

export type MatchedListing = Awaited<ReturnType<typeof findMatchedListings>>[number];

/** A trial's buyer has only some rows, about which queries would mislead. */
const isWhole = isNull(purchases.trialRows);

const purchasedFile = {
  uploadId: uploads.id,
  version: deliveredVersion,
  state: purchases.state,
  chargeback: purchases.chargeback,
  acceptance: purchases.acceptance,
};

/** The files that the account's purchases of a listing pay for, latest first, in any state; no trials. */
export async function readPurchasedFiles(
  db: Database,
  { accountId, listingId, rowsMax }: { accountId: string; listingId: string; rowsMax: number },
): Promise<PurchasedFile[]> {
  return db
    .select(purchasedFile)
    .from(purchases)
    .innerJoin(uploads, isDelivered)
    .where(and(eq(purchases.accountId, accountId), eq(purchases.listingId, listingId), isWhole))
    .orderBy(desc(purchases.id), desc(uploads.version))
    .limit(rowsMax);
}

/** The files that its purchases of several listings pay for, latest first, in any state. */
export async function readPurchasesOf(
  db: Database,
  { accountId, listingIds, rowsMax }: { accountId: string; listingIds: string[]; rowsMax: number },
): Promise<(PurchasedFile & { purchaseId: string; listingId: string })[]> {
  if (listingIds.length === 0) return [];
  return db
    .select({
      purchaseId: purchases.id,
      listingId: purchases.listingId,
      ...purchasedFile,
    })
    .from(purchases)
    .innerJoin(uploads, isDelivered)
    .where(
      and(eq(purchases.accountId, accountId), inArray(purchases.listingId, listingIds), isWhole),
    )
    .orderBy(desc(purchases.id), desc(uploads.version))
    .limit(rowsMax);
}
