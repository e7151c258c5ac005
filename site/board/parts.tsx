/** The parts of a data request and of an answer that all readers see. */
import type { AnswerView } from "../../market/request/answer-schemas.ts";
import type { DataRequestView } from "../../market/request/schemas.ts";
import { offerText } from "../catalogue/facts.ts";
import { formatCount } from "../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { answerStatusWords, categoryWords, requestStateWords } from "./words.ts";

export function RequestState({ request }: { request: DataRequestView }): JSX.Element {
  return <Badge {...requestStateWords[request.status]} />;
}

function AnswerState({ answer }: { answer: AnswerView }): JSX.Element {
  return <Badge {...answerStatusWords[answer.status]} />;
}

export function Budget({ request }: { request: DataRequestView }): JSX.Element {
  const { budget_cents, currency } = request;
  if (budget_cents === null) return <span class="muted">Not stated</span>;
  return <Money cents={budget_cents} currency={currency} />;
}

/** The requested data, the deadline and the budget. */
export function WishCard({ request }: { request: DataRequestView }): JSX.Element {
  const { description, columns, formats, min_rows, period, place, ended_at } = request;
  return (
    <Card title="Requested data">
      <p class="letter" dir="auto" safe>
        {description}
      </p>
      <Facts
        facts={[
          ["Budget", <Budget request={request} />],
          ["Category", <span safe>{categoryWords(request.category)}</span>],
          columns.length === 0 ? null : ["Columns", <Names names={columns} />],
          formats.length === 0 ? null : ["Formats", <Names names={formats} />],
          min_rows === null ? null : ["Rows, at least", formatCount(min_rows)],
          period === null ? null : ["Time covered", <Foreign text={period} />],
          place === null ? null : ["Place covered", <Foreign text={place} />],
          ["Posted", <Time at={request.created_at} />],
          ended_at === null
            ? ["Ends", <Time at={request.expires_at} />]
            : ["Ended", <Time at={ended_at} />],
          ["Answers", formatCount(request.answer_count)],
        ]}
      />
    </Card>
  );
}

function Names({ names }: { names: string[] }): JSX.Element {
  return (
    <ul class="names">
      {names.map((name) => (
        <li>
          <code>
            <Foreign text={name} />
          </code>
        </li>
      ))}
    </ul>
  );
}

/** The dataset that an answer offers, its price and its seller. */
export function AnswerHead({ answer }: { answer: AnswerView }): JSX.Element {
  const { dataset, seller } = answer;
  return (
    <div class="stack-s">
      <p class="letter-head">
        <strong>
          {dataset === null ? (
            "A dataset that is not on sale"
          ) : (
            <a href={`/datasets/${dataset.id}`}>
              <Foreign text={dataset.title} />
            </a>
          )}
        </strong>
        <AnswerState answer={answer} />
      </p>
      <p class="muted small">
        {dataset !== null && <span safe>{`${offerText(dataset)}, `}</span>}
        offered by <Foreign text={seller.name} />, <Time at={answer.created_at} />
      </p>
    </div>
  );
}

/** The seller's text, or the reason why an administrator removed it. */
export function AnswerWords({ answer }: { answer: AnswerView }): JSX.Element {
  const { note, removed_reason } = answer;
  return (
    <>
      {note !== null && (
        <p class="letter" dir="auto" safe>
          {note.content}
        </p>
      )}
      {removed_reason !== null && <RemovedReason reason={removed_reason} />}
    </>
  );
}

export function RemovedReason({ reason }: { reason: string }): JSX.Element {
  return (
    <div class="stack-s">
      <p class="small">An administrator removed it:</p>
      <blockquote class="quote" safe>
        {reason}
      </blockquote>
    </div>
  );
}
