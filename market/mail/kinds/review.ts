/** Tells the author of a review, or of an answer to one, that an administrator has removed it. */
import { findReviewMail, type ReviewMailRow } from "../../../db/queries/reviews/review-mails.ts";
import type { ReviewPart } from "../../../db/vocabulary/review.ts";
import { dayMs } from "../../../platform/time.ts";
import { type MailName, wordTemplate } from "../templates.ts";
import { knownAddress, type MailKind, type PayloadOf } from "./kind.ts";

const newsDays = 7;

type Removal = {
  template: MailName & ("review_removed" | "review_answer_removed");
  at: (row: ReviewMailRow) => Date | null;
  reason: (row: ReviewMailRow) => string | null;
  reader: (row: ReviewMailRow) => ReviewMailRow["seller"];
};

const removals: Record<ReviewPart, Removal> = {
  review: {
    template: "review_removed",
    at: ({ review }) => (review.state === "removed" ? review.removedAt : null),
    reason: ({ review }) => review.removedReason,
    reader: ({ author }) => author,
  },
  answer: {
    template: "review_answer_removed",
    at: ({ review }) => review.answerRemovedAt,
    reason: ({ review }) => review.answerRemovedReason,
    reader: ({ seller }) => seller,
  },
};

export const reviewMail: MailKind<PayloadOf<"review_removed">, ReviewMailRow> = {
  auditName: "review_mail",
  audited: ["refused", "sent", "skipped"],

  find: (db, { review_id: reviewId }) => findReviewMail(db, reviewId),

  /** A removal that was undone sends no mail, even if another removal followed. */
  staleness({ payload, row }, now) {
    const at = removals[payload.part].at(row);
    if (at?.toISOString() !== payload.removed_at) return "not_so";
    return now.getTime() - at.getTime() > newsDays * dayMs ? "too_late" : null;
  },

  to: ({ payload, row }) => knownAddress(removals[payload.part].reader(row)),

  compose({ payload, row }, { PUBLIC_BASE_URL: siteUrl }) {
    const { template, reason } = removals[payload.part];
    const facts = { title: row.title, version: row.review.version, reason: reason(row) ?? "" };
    return wordTemplate(template, facts, siteUrl);
  },

  key: ({ payload: { review_id, part, removed_at } }) =>
    `review_removed/${review_id}/${part}/${Date.parse(removed_at)}`,

  subject: ({ payload: { review_id, part, removed_at }, row }) => {
    const detail = { review_id, part, removed_at };
    const reader = removals[part].reader(row);
    // An agent without an owner is audited itself.
    if (reader === null)
      return { subjectKind: "agent", subjectId: row.review.sellerAgentId, detail };
    return { subjectKind: "account", subjectId: reader.accountId, detail };
  },
};
