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
import { notifyWriter } from "./notify.ts";
import { moderationOutcome, moderatorRefusal } from "./rules.ts";
import type { RemovalBody } from "./schemas.ts";

type Part = { reviewId: string; part: ReviewPart };

/**
 * Removes a part with a reason, which its author gets by event and mail; its open reports are
 * closed. A removed one stays. Errors: review_not_found, party_to_dispute.
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
    await notifyWriter(tx, "review.removed", { review: removed, part: of.part }, now);
    const removal = { review_id: review.id, part: of.part, removed_at: now.toISOString() };
    await enqueueJob(tx, "jobs.mail", { template: "review_removed", ...removal }, now);
    return { changed: true };
  });
}

/**
 * Reverses a removal: parts that their author had not withdrawn are shown again. Errors:
 * review_not_found, party_to_dispute.
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
    await notifyWriter(tx, "review.restored", { review: restored, part: of.part }, now);
    return { changed: true };
  });
}

/**
 * Closes the reports of a part without removing it; returns how many. Errors:
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
    // Audited under the administrator's own account: the author does not learn of dismissed reports.
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
