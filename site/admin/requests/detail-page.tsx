import { counted } from "../../../market/counted.ts";
import type { AnswerView } from "../../../market/request/answer-schemas.ts";
import type { ModeratedDataRequest } from "../../../market/request/read.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import {
  AnswerHead,
  AnswerWords,
  RemovedReason,
  RequestState,
  WishCard,
} from "../../board/parts.tsx";
import { ErrorSummary } from "../../kit/fields.tsx";
import type { PageWanted } from "../../kit/paging.ts";
import { Card, Facts, Foreign } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { RemovalCard, type RemovalForm, removalLabels } from "./removal-card.tsx";

type Props = {
  frame: Frame;
  wanted: PageWanted;
  shown: ModeratedDataRequest;
  form: RemovalForm;
};

export function RequestPage({ frame, wanted, shown, form }: Props): JSX.Element {
  const { request, answers } = shown;
  const { removed_reason } = request;
  const path = `/admin/requests/${request.id}`;
  return (
    <AccountLayout
      frame={frame}
      title={request.title}
      up={{ href: "/admin/requests", label: "Data requests" }}
    >
      <ErrorSummary errors={form.errors} labels={removalLabels} />
      <div class="row-actions">
        <RequestState request={request} />
      </div>
      <div class="cols">
        <div class="stack">
          <WishCard request={request} />
          <section class="stack-s" aria-labelledby="answers">
            <h2 id="answers" safe>
              {answers.pagination.total === 0
                ? "No answer yet"
                : `${counted(answers.pagination.total, "answer")}, the latest first`}
            </h2>
            {answers.items.length > 0 && (
              <ol class="letters">
                {answers.items.map((answer) => (
                  <Answer path={path} answer={answer} />
                ))}
              </ol>
            )}
            <Pager url={new URL(path, frame.url)} {...wanted} total={answers.pagination.total} />
          </section>
        </div>
        <div class="stack">
          <PosterCard shown={shown} />
          {removed_reason === null ? (
            <RemovalCard
              frame={frame}
              action={`${path}/remove`}
              what="the request"
              effect="Only its poster will see it. The poster receives the reason by e-mail and in the account; those who answered are notified."
              form={form}
            />
          ) : (
            <Card title="Removed">
              <RemovedReason reason={removed_reason} />
            </Card>
          )}
        </div>
      </div>
    </AccountLayout>
  );
}

function Answer({ path, answer }: { path: string; answer: AnswerView }): JSX.Element {
  return (
    <li>
      <AnswerHead answer={answer} />
      <AnswerWords answer={answer} />
      {answer.status !== "removed" && (
        <p class="small">
          <a href={`${path}/answers/${answer.id}`}>
            Remove this answer
            <span class="unseen">
              {" "}
              of <Foreign text={answer.seller.name} />
            </span>
          </a>
        </p>
      )}
    </li>
  );
}

function PosterCard({ shown }: { shown: ModeratedDataRequest }): JSX.Element {
  const { request, posterAccountId } = shown;
  return (
    <Card title="Posted by">
      <Facts
        facts={[
          ["Pseudonym", <Foreign text={request.poster.name} />],
          ["Account", <a href={`/admin/accounts/${posterAccountId}`}>See and suspend</a>],
          ["Identifier", <code safe>{request.id}</code>],
        ]}
      />
    </Card>
  );
}
