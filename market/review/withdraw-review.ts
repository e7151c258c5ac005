import { writeAudit } from "../../db/queries/journal/journal.ts";
import { findReviewDetail, lockOwnReview, updateReview } from "../../db/queries/reviews/reviews.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { notifySeller } from "./notify.ts";
import { viewOwnReview } from "./review-view.ts";
import { withdrawOutcome } from "./rules.ts";
import type { OwnReviewView } from "./schemas.ts";

/**
 * Hides the review from display and rating; administrators keep its wordings, and posting it again
 * restores it. A repeat changes nothing. Default: the latest version's review. Errors:
 * review_not_found, review_removed, account_suspended.
 */
export async function withdrawReview(
  ctx: Context,
  author: AccountActor,
  of: { datasetId: string; version: number | undefined },
): Promise<OwnReviewView> {
  const { accountId } = author;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockOpenAccount(tx, accountId);
    const { datasetId: listingId, version } = of;
    const review = await lockOwnReview(tx, { accountId, listingId, version });
    if (review === null) throw new MarketError("review_not_found", "You have not reviewed it.");
    const outcome = withdrawOutcome(review.state);
    if (typeof outcome === "object") throwRefusals([outcome]);
    if (outcome === "apply") {
      const withdrawn = await updateReview(tx, review.id, { state: "withdrawn", withdrawnAt: now });
      const subject = { subjectKind: "review", subjectId: review.id } as const;
      const detail = { listing_id: listingId, version: review.version };
      await writeAudit(tx, { actor: author, action: "review.withdrawn", ...subject, detail }, now);
      await notifySeller(tx, "review.withdrawn", withdrawn, now);
    }
    const shown = await findReviewDetail(tx, review.id);
    if (shown === null) throw new Error(`review ${review.id} vanished under its lock`);
    return viewOwnReview(ctx.config, shown, "author");
  });
}
