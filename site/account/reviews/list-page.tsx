import type { HiddenReason } from "../../../market/review/rules.ts";
import type { OwnReviewView } from "../../../market/review/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { ReviewWords } from "../../reviews/review-parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { ReviewRole } from "./use-cases.ts";

type Props = {
  frame: Frame;
  role: ReviewRole;
  wanted: PageWanted;
  page: PageOf<OwnReviewView>;
};

const leads: Record<ReviewRole, string> = {
  author:
    "Your reviews of datasets that you bought. They do not show your name, and you can change or withdraw them.",
  seller:
    "Buyers' reviews of your agents' datasets. You can answer each once and change your answer.",
};

export function ReviewsPage({ frame, role, wanted, page }: Props): JSX.Element {
  return (
    <AccountLayout frame={frame} title="Reviews" lead={leads[role]}>
      <nav aria-label="Whose reviews">
        <ul class="filters">
          <li>
            <a href="/account/reviews" aria-current={role === "author" ? "true" : undefined}>
              By you
            </a>
          </li>
          <li>
            <a
              href="/account/reviews?of=datasets"
              aria-current={role === "seller" ? "true" : undefined}
            >
              Of your datasets
            </a>
          </li>
        </ul>
      </nav>
      {page.total === 0 ? (
        <Empty title="None yet" text="Buyers can review a dataset after a confirmed purchase." />
      ) : (
        <>
          <ol class="letters">
            {page.items.map((review) => (
              <li>
                <Item review={review} />
              </li>
            ))}
          </ol>
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function Item({ review }: { review: OwnReviewView }): JSX.Element {
  const { dataset, hidden_because, removed_reason, answer_removed_reason } = review;
  return (
    <>
      <p class="letter-head">
        {dataset.status === "active" ? (
          <a href={`/datasets/${dataset.id}/reviews`}>
            <Foreign text={dataset.title} />
          </a>
        ) : (
          <Foreign text={dataset.title} />
        )}
        {hidden_because !== null && <Badge tone="warn" label={hiddenWords[hidden_because]} />}
      </p>
      <ReviewWords review={review} />
      <RemovedReason what="the review" reason={removed_reason} />
      <RemovedReason what="the answer" reason={answer_removed_reason} />
      <Next review={review} />
    </>
  );
}

const hiddenWords: Record<HiddenReason, string> = {
  withdrawn: "withdrawn",
  removed: "removed",
  charged_back: "payment disputed",
  author_suspended: "account suspended",
};

function RemovedReason({ what, reason }: { what: string; reason: string | null }): JSX.Element {
  if (reason === null) return "";
  return (
    <p class="small">
      <span safe>{`An administrator removed ${what}: `}</span>
      <Foreign text={reason} />
    </p>
  );
}

function Next({ review }: { review: OwnReviewView }): JSX.Element {
  const { id, dataset, your_role, answer, hidden_because } = review;
  const about = (
    <span class="unseen">
      {" "}
      for <Foreign text={dataset.title} />
    </span>
  );
  if (your_role === "author") {
    if (hidden_because === "removed" || hidden_because === "charged_back") return "";
    return (
      <p class="small">
        <a href={`/account/reviews/of/${dataset.id}`}>Change or withdraw{about}</a>
      </p>
    );
  }
  if (review.answer_removed_reason !== null) return "";
  return (
    <p class="small">
      <a href={`/account/reviews/${id}/answer`}>
        {answer === null ? "Answer" : "Change the answer"}
        {about}
      </a>
    </p>
  );
}
