/** One review: stars, the buyer's text and the seller's answer. All text is by strangers. */
import type { ReviewView } from "../../market/review/schemas.ts";
import { Foreign, Time } from "../kit/parts.tsx";
import { Stars } from "./stars.tsx";

type Props = { review: Pick<ReviewView, "stars" | "body" | "answer"> & Dated };
type Dated = Pick<ReviewView, "dataset_version" | "posted_at" | "edited_at">;

export function ReviewWords({ review }: Props): JSX.Element {
  const { stars, body, answer, dataset_version: version, posted_at, edited_at } = review;
  return (
    <>
      <p class="small muted">
        <Stars stars={stars} />
        {` A buyer of version ${version}, `}
        <Time at={posted_at} day />
        {edited_at !== null && (
          <>
            {", changed "}
            <Time at={edited_at} day />
          </>
        )}
      </p>
      {body !== null && (
        <p class="letter">
          <Foreign text={body.content} />
        </p>
      )}
      {answer !== null && (
        <div class="quote stack-s">
          <p class="small muted">
            {"The seller's answer, "}
            <Time at={answer.edited_at ?? answer.answered_at} day />
            {answer.is_older_than_review && ", before the review was changed"}
          </p>
          <p class="letter">
            <Foreign text={answer.body.content} />
          </p>
        </div>
      )}
    </>
  );
}
