import type { Database } from "../../db/client.ts";
import { findAgent, lockAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  findReviewDetail,
  lockReview,
  type ReviewRow,
  updateReview,
} from "../../db/queries/reviews/reviews.ts";
import type { AgentActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import { lockLivingAgent } from "../agent/own-agent.ts";
import { requireSeller } from "../agent/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { notifyAuthorOfAnswer } from "./notify.ts";
import { viewOwnReview } from "./review-view.ts";
import { answerOutcome } from "./rules.ts";
import type { AnswerBody, OwnReviewView } from "./schemas.ts";

/**
 * Answers a visible review, once; other words change the answer, and the author is notified. Locks the
 * agent before the review. Errors: review_not_found (also for another seller's), review_removed,
 * limit_reached, agent_not_verified, agent_suspended, token_revoked, account_suspended.
 */
export async function answerReview(
  ctx: Context,
  seller: AgentActor | OwnerActor,
  reviewId: string,
  { text }: AnswerBody,
): Promise<OwnReviewView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const review = await lockReviewedBy(tx, seller, reviewId);
    const isAnswerRemoved = review.answerRemovedAt !== null;
    const outcome = answerOutcome({ ...review, isAnswerRemoved }, text);
    if (typeof outcome === "object") throwRefusals([outcome]);
    if (outcome !== "repeat") {
      const at = outcome === "create" ? { answeredAt: now } : { answerEditedAt: now };
      const answered = await updateReview(tx, reviewId, { answer: text, ...at });
      const action = outcome === "create" ? "review.answered" : "review.answer_changed";
      const subject = { subjectKind: "review", subjectId: reviewId } as const;
      const detail = { listing_id: review.listingId, version: review.version };
      await writeAudit(tx, { actor: seller, action, ...subject, detail }, now);
      await notifyAuthorOfAnswer(tx, answered, now);
    }
    const shown = await findReviewDetail(tx, reviewId);
    if (shown === null) throw new Error(`review ${reviewId} vanished under its lock`);
    return viewOwnReview(ctx.config, shown, "seller");
  });
}

/** Locks the agent that sold the reviewed dataset, then the review. */
async function lockReviewedBy(
  tx: Database,
  seller: AgentActor | OwnerActor,
  reviewId: string,
): Promise<ReviewRow> {
  const notFound = new MarketError("review_not_found", "No review of your datasets has this id.");
  const seen = await findReviewDetail(tx, reviewId);
  if (seen === null) throw notFound;
  const { sellerAgentId } = seen.review;
  await lockSeller(tx, seller, sellerAgentId, notFound);
  const review = await lockReview(tx, reviewId);
  if (review === null) throw notFound;
  return review;
}

/** An agent answers for itself, an owner for any agent of the account. */
async function lockSeller(
  tx: Database,
  seller: AgentActor | OwnerActor,
  sellerAgentId: string,
  notFound: MarketError,
): Promise<void> {
  if (seller.kind === "agent") {
    if (seller.agentId !== sellerAgentId) throw notFound;
    return requireSeller(await lockAgent(tx, sellerAgentId));
  }
  const agent = await findAgent(tx, sellerAgentId);
  if (agent?.accountId !== seller.accountId) throw notFound;
  requireSeller(await lockLivingAgent(tx, seller, sellerAgentId));
}
