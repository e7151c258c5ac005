import type { ReviewView } from "../../../market/review/schemas.ts";
import { Confirm, ErrorSummary, PostButton } from "../../kit/fields.tsx";
import { Foreign } from "../../kit/parts.tsx";
import { ReviewWords } from "../../reviews/review-parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import {
  AnswerForm,
  answerLabels,
  type Draft,
  ReportForm,
  ReviewForm,
  reportLabels,
  reviewLabels,
} from "./form.tsx";
import type { Reviewable } from "./use-cases.ts";

const up = { href: "/account/reviews", label: "Reviews" };

export function WriteReviewPage(props: {
  frame: Frame;
  shown: Reviewable;
  draft: Draft;
}): JSX.Element {
  const { frame, shown, draft } = props;
  const { datasetId, title, version, review } = shown;
  const path = `/account/reviews/of/${datasetId}`;
  return (
    <AccountLayout frame={frame} title="Write a review" up={up}>
      <ErrorSummary errors={draft.errors} labels={reviewLabels} />
      <div class="card stack-m">
        {version === null ? (
          <>
            <p>
              Only buyers with a confirmed purchase can review. You have no confirmed purchase of{" "}
              <Foreign text={title} />.
            </p>
            <p>
              <a href="/account/purchases">See your purchases</a>
            </p>
          </>
        ) : (
          <>
            <p>
              <Foreign text={title} />
              {`, version ${version}, the latest that you bought.`}
            </p>
            <ReviewForm frame={frame} action={path} draft={draft} />
            {review?.is_shown === true && (
              <Confirm summary="Withdraw it" about="your review">
                <p>It is no longer shown or counted. You can post it again.</p>
                <PostButton
                  action={`${path}/withdraw`}
                  viewer={frame.viewer}
                  label="Withdraw the review"
                  kind="danger"
                />
              </Confirm>
            )}
          </>
        )}
      </div>
    </AccountLayout>
  );
}

type OfOne = { frame: Frame; review: ReviewView; draft: Draft };

export function AnswerReviewPage({ frame, review, draft }: OfOne): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Answer a review"
      up={{ href: "/account/reviews?of=datasets", label: "Reviews of your datasets" }}
    >
      <ErrorSummary errors={draft.errors} labels={answerLabels} />
      <div class="card stack-m">
        <ReviewWords review={review} />
        <AnswerForm frame={frame} action={`/account/reviews/${review.id}/answer`} draft={draft} />
      </div>
    </AccountLayout>
  );
}

export function ReportReviewPage({ frame, review, draft }: OfOne): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title="Report a review"
      lead="An administrator looks at it. The author does not learn who reported it."
      up={{ href: `/datasets/${review.dataset_id}/reviews`, label: "The dataset" }}
    >
      <ErrorSummary errors={draft.errors} labels={reportLabels} />
      <div class="card stack-m">
        <ReviewWords review={review} />
        <ReportForm
          frame={frame}
          action={`/account/reviews/${review.id}/report`}
          draft={draft}
          hasAnswer={review.answer !== null}
        />
      </div>
    </AccountLayout>
  );
}
