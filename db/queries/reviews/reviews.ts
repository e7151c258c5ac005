/** Reviews, and the sums of their stars. */
import { and, desc, eq, isNull, max, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client.ts";
import { agents, listingRatings, listings, purchases, reviews } from "../../schema/index.ts";
import type { ListingStatus } from "../../vocabulary/listing.ts";
import type { ChargebackState } from "../../vocabulary/purchase.ts";
import type { StarCounts } from "../../vocabulary/review.ts";
import type { PurchaseRow } from "../purchases/purchases.ts";
import { behindInstant, type Slice } from "../slice.ts";

export type ReviewRow = typeof reviews.$inferSelect;
export type ReviewChange = Partial<typeof reviews.$inferInsert>;

/** The seller of a listing that was ever on sale; null if there is none. */
export async function findReviewedListing(
  db: Database,
  listingId: string,
): Promise<{ sellerAccountId: string | null } | null> {
  const [row] = await db
    .select({ sellerAccountId: agents.accountId })
    .from(listings)
    .innerJoin(agents, eq(agents.id, listings.agentId))
    .where(and(eq(listings.id, listingId), sql`${listings.publishedAt} is not null`));
  return row ?? null;
}

/**
 * Locks the account's purchase that a review would refer to: of the given version, or of the
 * latest; a confirmed purchase first. Null if the account has bought nothing successfully.
 */
export async function lockReviewablePurchase(
  tx: Database,
  of: { accountId: string; listingId: string; version: number | undefined },
): Promise<PurchaseRow | null> {
  const [row] = await tx
    .select()
    .from(purchases)
    .where(
      and(
        eq(purchases.accountId, of.accountId),
        eq(purchases.listingId, of.listingId),
        of.version === undefined ? undefined : eq(purchases.version, of.version),
        isWhole,
        notInArray(purchases.state, ["payment_failed", "cancelled", "expired"]),
      ),
    )
    .orderBy(desc(isConfirmed), desc(purchases.version), desc(purchases.id))
    .limit(1)
    .for("update");
  return row ?? null;
}

/** Who bought a trial has not seen the whole file. */
const isWhole = isNull(purchases.trialRows);

const isConfirmed = sql`(${purchases.state} = 'released'
  and coalesce(${purchases.chargeback}, 'won') = 'won')`;

/** Locks the account's review of a version, or of the latest without a version. */
export async function lockOwnReview(
  tx: Database,
  of: { accountId: string; listingId: string; version: number | undefined },
): Promise<ReviewRow | null> {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.accountId, of.accountId),
        eq(reviews.listingId, of.listingId),
        of.version === undefined ? undefined : eq(reviews.version, of.version),
      ),
    )
    .orderBy(desc(reviews.version))
    .limit(1)
    .for("update");
  return row ?? null;
}

/** Locks a review in any state. */
export async function lockReview(tx: Database, reviewId: string): Promise<ReviewRow | null> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, reviewId)).for("update");
  return row ?? null;
}

/** For a purchase that the caller has locked. Triggers decide whether it is shown, and count it. */
export async function insertReview(
  tx: Database,
  values: typeof reviews.$inferInsert,
): Promise<ReviewRow> {
  const [row] = await tx.insert(reviews).values(values).returning();
  if (row === undefined) throw new Error("the insert of a review returned no row");
  return row;
}

export async function updateReview(
  tx: Database,
  reviewId: string,
  change: ReviewChange,
): Promise<ReviewRow> {
  const [row] = await tx.update(reviews).set(change).where(eq(reviews.id, reviewId)).returning();
  if (row === undefined) throw new Error(`review ${reviewId} vanished under its lock`);
  return row;
}

/** Columns of {@link listingRatings} as one array; null for a listing without a row. */
const starCounts = sql<StarCounts | null>`case when ${listingRatings.listingId} is not null
  then json_build_array(${listingRatings.stars1}, ${listingRatings.stars2}, ${listingRatings.stars3},
    ${listingRatings.stars4}, ${listingRatings.stars5}) end`;

const none: StarCounts = [0, 0, 0, 0, 0];

export async function readStarCounts(db: Database, listingId: string): Promise<StarCounts> {
  const [row] = await db
    .select({ counts: starCounts })
    .from(listingRatings)
    .where(eq(listingRatings.listingId, listingId));
  return row?.counts ?? none;
}

const order = { at: reviews.postedAt, id: reviews.id };

/** The public reviews of a listing on sale, latest first. */
export async function pageShownReviews(
  db: Database,
  { listingId, stars, ...page }: Slice & { listingId: string; stars: number | undefined },
): Promise<ReviewRow[]> {
  const isShown = sql`${reviews.isShown}`;
  const hasStars = stars === undefined ? undefined : eq(reviews.stars, stars);
  return db
    .select()
    .from(reviews)
    .where(and(eq(reviews.listingId, listingId), isShown, hasStars, behindInstant(order, page)))
    .orderBy(desc(reviews.postedAt), desc(reviews.id))
    .limit(page.limit)
    .offset(page.offset);
}

export type ReviewDetail = {
  review: ReviewRow;
  title: string;
  status: ListingStatus;
  chargeback: ChargebackState | null;
};

function selectDetails(db: Database) {
  return db
    .select({
      review: reviews,
      title: listings.title,
      status: listings.status,
      chargeback: purchases.chargeback,
    })
    .from(reviews)
    .innerJoin(listings, eq(listings.id, reviews.listingId))
    .innerJoin(purchases, eq(purchases.id, reviews.purchaseId));
}

/**
 * Which reviews: written by an account, or about the datasets of an agent, or of an account's
 * agents.
 */
export type ReviewsOf = { authorId: string } | { agentId: string } | { sellerAccountId: string };

function isOf(db: Database, of: ReviewsOf): SQL | undefined {
  if ("authorId" in of) return eq(reviews.accountId, of.authorId);
  const isShown = sql`${reviews.isShown}`;
  if ("agentId" in of) return and(eq(reviews.sellerAgentId, of.agentId), isShown);
  const own = db.select({ id: agents.id }).from(agents);
  const ofAccount = own.where(eq(agents.accountId, of.sellerAccountId));
  return and(sql`${reviews.sellerAgentId} in (${ofAccount})`, isShown);
}

/** An author's reviews in every state, a seller's only while they are shown; latest first. */
export async function pageReviewsOf(
  db: Database,
  { of, ...page }: Slice & { of: ReviewsOf },
): Promise<ReviewDetail[]> {
  return selectDetails(db)
    .where(and(isOf(db, of), behindInstant(order, page)))
    .orderBy(desc(reviews.postedAt), desc(reviews.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** The number of these reviews. */
export async function countReviewsOf(db: Database, of: ReviewsOf): Promise<number> {
  return db.$count(reviews, isOf(db, of));
}

export async function findReviewDetail(
  db: Database,
  reviewId: string,
): Promise<ReviewDetail | null> {
  const [row] = await selectDetails(db).where(eq(reviews.id, reviewId));
  return row ?? null;
}

/**
 * The latest version of a listing that the account may review, or null; for pages that offer it.
 */
export async function findConfirmedVersion(
  db: Database,
  of: { accountId: string; listingId: string },
): Promise<number | null> {
  const { accountId, listingId } = purchases;
  const [row] = await db
    .select({ version: max(purchases.version) })
    .from(purchases)
    .where(and(eq(accountId, of.accountId), eq(listingId, of.listingId), isWhole, isConfirmed));
  return row?.version ?? null;
}
