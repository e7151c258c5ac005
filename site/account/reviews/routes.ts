import type { Act, Show } from "../handle.tsx";
import {
  answerReview,
  postReview,
  reportReview,
  showAnswerReview,
  showReportReview,
  showReviews,
  showWriteReview,
  withdrawReview,
} from "./handlers.tsx";

export const reviewPages: [path: string, show: Show][] = [
  ["/account/reviews", showReviews],
  ["/account/reviews/of/:id", showWriteReview],
  ["/account/reviews/:id/answer", showAnswerReview],
  ["/account/reviews/:id/report", showReportReview],
];

export const reviewForms: [path: string, act: Act][] = [
  ["/account/reviews/of/:id", postReview],
  ["/account/reviews/of/:id/withdraw", withdrawReview],
  ["/account/reviews/:id/answer", answerReview],
  ["/account/reviews/:id/report", reportReview],
];
