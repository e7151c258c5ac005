/** An administrator removes a review or an answer, undoes that, or leaves it as it is. */
import type { Database } from "../../db/client.ts";
import { enqueueJob, writeAudit } from "../../db/queries/journal/journal.ts";
import { closeReports } from "../../db/queries/reviews/reports.ts";
import {
  findReviewedListing,
  lockReview,
  type ReviewRow,
  updateReview,
} from "../../db/queries/reviews/reviews.ts";
import type { AdminActor } from "../../db/vocabulary/actor.ts";
import type { ReviewPart } from "../../db/vocabulary/review.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { moderationOutcome, moderatorRefusal } from "./rules.ts";
import type { RemovalBody } from "./schemas.ts";
import { tellWriter } from "./tell.ts";

type Part = { reviewId: string; part: ReviewPart };

/**
 * Takes a part away with a reason, of which its writer is told, by mail too; what was reported
 * of it is decided. A removed one stays as it is. Errors: review_not_found, party_to_dispute.
 */
export async function removeReview(
  ctx: Context,
  admin: AdminActor,
  of: Part,
  { reason }: RemovalBody,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const review = await lockPart(tx, admin, of);
    await closeReports(tx, of, now);
    if (moderationOutcome("remove", isRemoved(review, of.part)) === "repeat") {
      return { changed: false };
    }
    const removed = await updateReview(tx, review.id, removalOf(of.part, reason, now));
    await audit(tx, admin, { action: "review.removed", review, part: of.part, reason }, now);
    await tellWriter(tx, "review.removed", { review: removed, part: of.part }, now);
    const removal = { review_id: review.id, part: of.part, removed_at: now.toISOString() };
    await enqueueJob(tx, "jobs.mail", { template: "review_removed", ...removal }, now);
    return { changed: true };
  });
}

/**
 * Undoes a removal: what its author had not taken back is shown again. Errors: review_not_found,
 * party_to_dispute.
 */
export async function restoreReview(
  ctx: Context,
  admin: AdminActor,
  of: Part,
): Promise<{ changed: boolean }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const review = await lockPart(tx, admin, of);
    if (moderationOutcome("restore", isRemoved(review, of.part)) === "repeat") {
      return { changed: false };
    }
    const restored = await updateReview(tx, review.id, restorationOf(review, of.part));
    await audit(tx, admin, { action: "review.restored", review, part: of.part }, now);
    await tellWriter(tx, "review.restored", { review: restored, part: of.part }, now);
    return { changed: true };
  });
}

/**
 * What was reported of a part stays as it is. Returns how many reports that ended. Errors:
 * review_not_found, party_to_dispute.
 */
export async function dismissReports(
  ctx: Context,
  admin: AdminActor,
  of: Part,
): Promise<{ closed: number }> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const review = await lockPart(tx, admin, of);
    const closed = await closeReports(tx, of, now);
    const action = "review.reports_dismissed";
    // Of the administrator's own account: the author is not told of reports that came to nothing.
    const subject = { subjectKind: "account", subjectId: admin.accountId } as const;
    const detail = { review_id: review.id, about: of.part, closed };
    if (closed > 0) await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
    return { closed };
  });
}

async function lockPart(
  tx: Database,
  { accountId }: AdminActor,
  { reviewId, part }: Part,
): Promise<ReviewRow> {
  const review = await lockReview(tx, reviewId);
  if (review === null || (part === "answer" && review.answer === null)) {
    throw new MarketError("review_not_found", "There is no such review or answer.");
  }
  const reviewed = await findReviewedListing(tx, review.listingId);
  const parties = {
    moderatorAccountId: accountId,
    authorAccountId: review.accountId,
    sellerAccountId: reviewed?.sellerAccountId ?? null,
  };
  throwRefusals([moderatorRefusal(parties)]);
  return review;
}

function isRemoved({ state, answerRemovedAt }: ReviewRow, part: ReviewPart): boolean {
  return part === "review" ? state === "removed" : answerRemovedAt !== null;
}

function removalOf(part: ReviewPart, reason: string, now: Date) {
  if (part === "answer") return { answerRemovedAt: now, answerRemovedReason: reason };
  return { state: "removed", removedAt: now, removedReason: reason } as const;
}

function restorationOf({ withdrawnAt }: ReviewRow, part: ReviewPart) {
  if (part === "answer") return { answerRemovedAt: null, answerRemovedReason: null };
  const state = withdrawnAt === null ? "posted" : "withdrawn";
  return { state, removedAt: null, removedReason: null } as const;
}

type Act = { action: string; review: ReviewRow; part: ReviewPart; reason?: string };

async function audit(
  tx: Database,
  admin: AdminActor,
  { action, review, part, reason }: Act,
  now: Date,
): Promise<void> {
  const { id, listingId, version } = review;
  const said = reason === undefined ? {} : { reason };
  const detail = { listing_id: listingId, version, about: part, ...said };
  const subject = { subjectKind: "review", subjectId: id } as const;
  await writeAudit(tx, { actor: admin, action, ...subject, detail }, now);
}
