import type { Database } from "../../db/client.ts";
import { findLinkedAccounts } from "../../db/queries/accounts/accounts.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findReviewDetail,
  findReviewedListing,
  insertReview,
  lockOwnReview,
  lockReviewablePurchase,
  type ReviewRow,
  updateReview,
} from "../../db/queries/reviews/reviews.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { notifySeller } from "./notify.ts";
import { viewOwnReview } from "./review-view.ts";
import { postOutcome, reviewerRefusal, type Wording } from "./rules.ts";
import type { OwnReviewView, ReviewBody } from "./schemas.ts";

/**
 * Writes the account's review of a version, by default the latest confirmed one: a first review, a change,
 * or a withdrawn one again. The same text changes nothing. Locks the account, then the purchase, then
 * the review, so that concurrent calls make one. Errors: dataset_not_found, own_dataset,
 * no_confirmed_purchase, review_removed, limit_reached, account_suspended.
 */
export async function postReview(
  ctx: Context,
  author: AccountActor,
  datasetId: string,
  { stars, text, version }: ReviewBody,
): Promise<{ review: OwnReviewView; isNew: boolean }> {
  const { accountId } = author;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockOpenAccount(tx, accountId);
    const purchase = await lockReviewed(tx, { accountId, listingId: datasetId, version });
    const of = { accountId, listingId: datasetId, version: purchase.version };
    const stored = await lockOwnReview(tx, of);
    const wording = { stars, text };
    const outcome = postOutcome(stored, wording);
    if (typeof outcome === "object") throwRefusals([outcome]);
    const row = stored !== null && outcome === "repeat" ? stored : await write();
    const detail = await findReviewDetail(tx, row.id);
    if (detail === null) throw new Error(`review ${row.id} vanished under its lock`);
    return { review: viewOwnReview(ctx.config, detail, "author"), isNew: outcome === "create" };

    async function write(): Promise<ReviewRow> {
      const { id: purchaseId, sellerAgentId } = purchase;
      const written =
        stored === null
          ? await insertReview(tx, { ...of, ...wording, purchaseId, sellerAgentId, postedAt: now })
          : await changeReview(tx, stored, wording, now);
      const action = stored === null ? "review.posted" : "review.changed";
      const subject = { subjectKind: "review", subjectId: written.id } as const;
      const detail = { listing_id: datasetId, version: purchase.version, stars };
      await writeAudit(tx, { actor: author, action, ...subject, detail }, now);
      await notifySeller(tx, action, written, now);
      return written;
    }
  });
}

/** The reviewed purchase, locked until the end. */
async function lockReviewed(
  tx: Database,
  of: { accountId: string; listingId: string; version: number | undefined },
) {
  const listing = await findReviewedListing(tx, of.listingId);
  if (listing === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const purchase = await lockReviewablePurchase(tx, of);
  const { sellerAccountId } = listing;
  const { accountId } = of;
  const author = { accountId, linkedIds: await findLinkedAccounts(tx, accountId) };
  throwRefusals([reviewerRefusal({ author, sellerAccountId, purchase })]);
  if (purchase === null) throw new Error("a review without a purchase was allowed");
  return purchase;
}

function changeReview(
  tx: Database,
  { id }: ReviewRow,
  wording: Wording,
  now: Date,
): Promise<ReviewRow> {
  return updateReview(tx, id, { ...wording, state: "posted", withdrawnAt: null, editedAt: now });
}
