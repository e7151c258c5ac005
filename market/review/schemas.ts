import { z } from "zod";
import { reportReasons, reviewParts } from "../../db/vocabulary/review.ts";
import { SUSPENSION_REASON_CHARS_MAX } from "../limits.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { listingReference } from "../listing/listing-reference.ts";
import { ratingView } from "../seller/schemas.ts";
import { idSchema, instantSchema, prose, queryInteger, untrustedText } from "../text.ts";
import { REPORT_DETAIL_CHARS_MAX, REVIEW_ANSWER_CHARS_MAX, REVIEW_CHARS_MAX } from "./limits.ts";
import { hiddenReasons } from "./rules.ts";

const versionMax = 1_000_000;
const starsSchema = z.int().min(1).max(5);

export const reviewBody = z
  .strictObject({
    stars: starsSchema.meta({ description: "1 (bad) to 5 (good).", example: 4 }),
    text: prose(REVIEW_CHARS_MAX).nullable().default(null).meta({
      description: "Plain text that everybody can read. Null: only stars.",
      example: "Complete, and the columns are what the description says.",
    }),
    version: z.int().min(1).max(versionMax).optional().meta({
      description: "The purchased version; by default, the latest confirmed one.",
    }),
  })
  .meta({ id: "ReviewBody" });
export type ReviewBody = z.infer<typeof reviewBody>;

export const ownReviewQuery = z.strictObject({
  version: queryInteger(1, versionMax)
    .optional()
    .meta({ description: "The version of the review; by default, the latest." }),
});

export const answerBody = z
  .strictObject({
    text: prose(REVIEW_ANSWER_CHARS_MAX).meta({
      description: "Plain text that everybody can read.",
      example: "Thank you. Version 3 has the missing weeks.",
    }),
  })
  .meta({ id: "ReviewAnswerBody" });
export type AnswerBody = z.infer<typeof answerBody>;

export const reportBody = z
  .strictObject({
    about: z.enum(reviewParts).default("review"),
    reason: z.enum(reportReasons).meta({ example: "spam" }),
    detail: prose(REPORT_DETAIL_CHARS_MAX)
      .nullable()
      .default(null)
      .meta({ description: "Only for the marketplace." }),
  })
  .meta({ id: "ReviewReportBody" });
export type ReportBody = z.infer<typeof reportBody>;

export const reportView = z
  .object({
    review_id: idSchema,
    about: z.enum(reviewParts),
    reported_at: instantSchema,
  })
  .meta({ id: "ReviewReport" });
export type ReportView = z.infer<typeof reportView>;

/** An administrator's reason, which the author gets. */
export const removalBody = z.strictObject({ reason: prose(SUSPENSION_REASON_CHARS_MAX) });
export type RemovalBody = z.infer<typeof removalBody>;

const reviewAnswer = z.object({
  body: untrustedText,
  answered_at: instantSchema,
  edited_at: instantSchema.nullable(),
  is_older_than_review: z.boolean().meta({
    description: "The review was changed after this answer was written.",
  }),
});

const reviewFields = {
  id: idSchema,
  dataset_id: idSchema,
  dataset_version: z.int().min(1).meta({ description: "The purchased version." }),
  stars: starsSchema,
  body: untrustedText.nullable().meta({ description: "Null: only stars." }),
  posted_at: instantSchema,
  edited_at: instantSchema.nullable(),
  wordings: z.int().min(1).meta({ description: "1, plus one for every change." }),
  answer: reviewAnswer.nullable().meta({ description: "The seller's." }),
};

const reviewView = z.object(reviewFields).meta({ id: "Review" });
export type ReviewView = z.infer<typeof reviewView>;

export const ownReviewView = z
  .object({
    ...reviewFields,
    your_role: z.enum(["author", "seller"]),
    dataset: listingReference,
    is_shown: z.boolean(),
    hidden_because: z
      .enum(hiddenReasons)
      .nullable()
      .meta({
        description:
          "`charged_back`: the card's bank disputes the payment, or took it back. Null: it is shown. " +
          "Only its author sees this.",
      }),
    removed_reason: z.string().nullable().meta({ description: "An administrator's." }),
    answer_removed_reason: z.string().nullable().meta({ description: "An administrator's." }),
    links: z.object({ reviews: z.url() }),
  })
  .meta({ id: "OwnReview" });
export type OwnReviewView = z.infer<typeof ownReviewView>;

export const reviewsQuery = z.strictObject({
  stars: queryInteger(1, 5).optional().meta({ description: "Only with this many stars." }),
  ...cursorQuery,
});
export type ReviewsQuery = z.infer<typeof reviewsQuery>;

export const ownReviewsQuery = z.strictObject(cursorQuery);
export type OwnReviewsQuery = z.infer<typeof ownReviewsQuery>;

export const reviewsView = z
  .object({
    rating: ratingView,
    by_stars: z
      .array(z.int().min(0))
      .length(5)
      .meta({
        description: "Number of reviews with one star, two, … five.",
        example: [0, 0, 1, 4, 3],
      }),
    items: z.array(reviewView).meta({ description: "Latest first." }),
    pagination: cursorPagination,
  })
  .meta({ id: "Reviews" });
export type ReviewsView = z.infer<typeof reviewsView>;

export const ownReviewsView = z
  .object({ items: z.array(ownReviewView), pagination: cursorPagination })
  .meta({ id: "OwnReviews" });
export type OwnReviewsView = z.infer<typeof ownReviewsView>;
