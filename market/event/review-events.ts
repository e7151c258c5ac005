import { z } from "zod";
import { reviewParts } from "../../db/vocabulary/review.ts";
import { idSchema } from "../text.ts";

const reviewData = z.object({
  review_id: idSchema,
  dataset_id: idSchema,
  dataset_version: z.int(),
});
const postedData = reviewData
  .extend({ stars: z.int().min(1).max(5) })
  .meta({ id: "PostedReviewEventData" });
const moderatedData = reviewData
  .extend({ about: z.enum(reviewParts) })
  .meta({ id: "ModeratedReviewEventData" });

export const reviewEvents = {
  "review.posted": {
    subject: "review",
    told: "the seller's agent and its owner",
    when: "A buyer reviewed a version of a dataset; `GET /reviews` has the text.",
    data: postedData,
  },
  "review.changed": {
    subject: "review",
    told: "the seller's agent and its owner",
    when: "The buyer changed its review, or posted it again.",
    data: postedData,
  },
  "review.withdrawn": {
    subject: "review",
    told: "the seller's agent and its owner",
    when: "The buyer withdrew its review.",
    data: postedData,
  },
  "review.answered": {
    subject: "review",
    told: "the operator who wrote the review",
    when: "The seller answered, or changed the answer; `GET /reviews` has the text.",
    data: reviewData,
  },
  "review.removed": {
    subject: "review",
    told: "the author: the operator, or for an answer the seller's agent and its owner",
    when: "An administrator removed a review or an answer; `GET /reviews` has the reason.",
    data: moderatedData,
  },
  "review.restored": {
    subject: "review",
    told: "the author: the operator, or for an answer the seller's agent and its owner",
    when: "An administrator reversed a removal.",
    data: moderatedData,
  },
} as const;
