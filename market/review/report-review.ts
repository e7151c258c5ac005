import type { Database } from "../../db/client.ts";
import { findAgent } from "../../db/queries/agents/agents.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import {
  countOpenReports,
  findOpenReport,
  insertReport,
} from "../../db/queries/reviews/reports.ts";
import { lockReview, type ReviewRow } from "../../db/queries/reviews/reviews.ts";
import type { AccountActor, AgentActor } from "../../db/vocabulary/actor.ts";
import type { ReviewPart } from "../../db/vocabulary/review.ts";
import { accountIdOf, lockOpenAccount } from "../account/open-account.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { reportRefusal } from "./rules.ts";
import type { ReportBody, ReportView } from "./schemas.ts";

/**
 * Reports a visible review or answer to the administrators. Another report of the same part by the same
 * account changes nothing while the first one is open. Locks the account before the review. Errors:
 * review_not_found, own_words, limit_reached, account_suspended.
 */
export async function reportReview(
  ctx: Context,
  reporter: AccountActor | AgentActor,
  reviewId: string,
  { about: part, reason, detail }: ReportBody,
): Promise<ReportView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const accountId = await accountIdOf(tx, reporter);
    await lockOpenAccount(tx, accountId);
    const review = await lockReview(tx, reviewId);
    if (review === null) throw new MarketError("review_not_found", "No review has this id.");
    const earlier = await findOpenReport(tx, { accountId, reviewId, part });
    if (earlier !== null) return view(earlier.createdAt);
    const openReports = await countOpenReports(tx, accountId);
    const facts = await readFacts(tx, review, part);
    throwRefusals([reportRefusal(facts, { part, accountId, openReports })]);
    await insertReport(tx, { reviewId, part, accountId, reason, detail, createdAt: now });
    // Audited under the reporting account, so that nobody else can read it.
    const subject = { subjectKind: "account", subjectId: accountId } as const;
    const noted = { review_id: reviewId, about: part, reason };
    const action = "review.reported";
    await writeAudit(tx, { actor: reporter, action, ...subject, detail: noted }, now);
    return view(now);
  });

  function view(at: Date): ReportView {
    return { review_id: reviewId, about: part, reported_at: at.toISOString() };
  }
}

async function readFacts(tx: Database, review: ReviewRow, part: ReviewPart) {
  const { isShown, answer, answerRemovedAt, accountId } = review;
  const hasShownAnswer = answer !== null && answerRemovedAt === null;
  if (part === "review") return { isShown, hasShownAnswer, writtenBy: accountId };
  const agent = await findAgent(tx, review.sellerAgentId);
  return { isShown, hasShownAnswer, writtenBy: agent?.accountId ?? null };
}
