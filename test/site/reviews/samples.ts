/** Sample reviews in every state, for the tests of each page. */
import type { ReportedReview } from "../../../market/review/read.ts";
import { hiddenReasons } from "../../../market/review/rules.ts";
import type { OwnReviewView } from "../../../market/review/schemas.ts";
import type { AccountUseCases } from "../../../site/account/use-cases.ts";
import type { AdministrationUseCases } from "../../../site/admin/use-cases.ts";
import { at, isoAt, longTitle, sampleId } from "../purchase-samples.ts";

const untrusted = (content: string) =>
  ({ content, content_type: "text/plain", untrusted: true }) as const;

const done = async () => undefined;

/**
 * A visible one first, then one for each reason to hide it; `name` is used wherever strangers
 * write.
 */
function sampleReviews(name: string, role: OwnReviewView["your_role"]): OwnReviewView[] {
  const shown: OwnReviewView = {
    id: sampleId(1),
    dataset_id: sampleId(11),
    dataset_version: 2,
    stars: 4,
    body: untrusted(`Complete.\n<script>alert("${name}")</script> https://example.com/${name}`),
    posted_at: isoAt(-9),
    edited_at: isoAt(-2),
    wordings: 2,
    answer: {
      body: untrusted(`Thank you, <b>${name}</b>.`),
      answered_at: isoAt(-5),
      edited_at: null,
      is_older_than_review: true,
    },
    your_role: role,
    dataset: { id: sampleId(11), title: longTitle, status: "active" },
    is_shown: true,
    hidden_because: null,
    removed_reason: null,
    answer_removed_reason: null,
    links: { reviews: "https://market.example/datasets/1/reviews" },
  };
  if (role === "seller") {
    return [
      { ...shown, answer: null, edited_at: null, stars: 1 },
      { ...shown, id: sampleId(2), answer_removed_reason: `Abusive. ${name}` },
    ];
  }
  const hidden = hiddenReasons.map((reason, index) => ({
    ...shown,
    id: sampleId(index + 2),
    body: null,
    answer: null,
    is_shown: false,
    hidden_because: reason,
    removed_reason: reason === "removed" ? `It names a person. ${name}` : null,
    dataset: { id: sampleId(12), title: name, status: "withdrawn" as const },
  }));
  return [shown, ...hidden];
}

export function sampleReviewPages(name: string) {
  const [review] = sampleReviews(name, "author");
  if (review === undefined) throw new Error("no review");
  return {
    listReviews: async (_, role) => ({ items: sampleReviews(name, role), total: 43 }),
    getReviewable: async (_, datasetId) => ({
      datasetId,
      title: longTitle,
      version: datasetId === sampleId(12) ? null : 2,
      review: datasetId === sampleId(11) ? review : null,
    }),
    postReview: done,
    withdrawReview: done,
    answerReview: done,
    getShownReview: async () => review,
    reportReview: done,
    getAskedDataset: async (id) => ({
      id,
      title: longTitle,
      seller: { id: sampleId(7), name, verified: true, identity_checked: true },
    }),
  } satisfies Partial<AccountUseCases>;
}

export function sampleReviewModeration(name: string) {
  const report = {
    id: sampleId(70),
    reviewId: sampleId(1),
    part: "review",
    accountId: sampleId(5),
    reason: "personal_data",
    detail: `It names ${name}. <i>Look</i>.`,
    createdAt: at(-1),
    closedAt: null,
  } as const;
  const reported: ReportedReview = {
    review: {
      ...{ id: sampleId(1), purchaseId: sampleId(2), listingId: sampleId(11), version: 2 },
      ...{ accountId: sampleId(5), sellerAgentId: sampleId(6), state: "posted", isShown: true },
      ...{ stars: 1, text: `<b>${name}</b> is a liar.`, revision: 2 },
      ...{ postedAt: at(-9), editedAt: at(-2), withdrawnAt: null },
      ...{ removedAt: null, removedReason: null },
      ...{ answer: `No, ${name}.`, answerRevision: 1, answeredAt: at(-5), answerEditedAt: null },
      ...{ answerRemovedAt: at(-1), answerRemovedReason: `Abusive. ${name}` },
    },
    title: longTitle,
    hiddenBecause: null,
    reports: [report],
  };
  const wording = { reviewId: sampleId(1), part: "review", at: at(-9) } as const;
  return {
    listReported: async () => ({ items: [reported], total: 1 }),
    countReported: async () => 3,
    getReviewToModerate: async () => ({
      ...reported,
      revisions: [
        { ...wording, revision: 1, stars: 4, text: "Good." },
        { ...wording, revision: 2, stars: 1, text: `<b>${name}</b> is a liar.` },
      ],
    }),
    removeReview: done,
    restoreReview: done,
    dismissReports: done,
  } satisfies Partial<AdministrationUseCases>;
}
