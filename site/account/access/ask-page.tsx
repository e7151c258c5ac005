/** A buyer's questions from the seller of a gated dataset, or what came of the answers. */
import { ACCESS_ANSWER_CHARS_MAX } from "../../../market/access/limits.ts";
import type { AccessView } from "../../../market/access/schemas.ts";
import { bidPath, buyPath } from "../../buy/paths.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { Badge, Card, Foreign, Time } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { GatedDataset } from "./use-cases.ts";
import { accessStateWords } from "./words.ts";

type Props = {
  frame: Frame;
  dataset: GatedDataset;
  latest: AccessView | null;
  answers: string[];
  errors: FieldErrors;
};

export function AskPage(props: Props): JSX.Element {
  const { frame, dataset, latest, errors } = props;
  const { id, title, access_questions: questions } = dataset;
  const isOpen = latest?.status === "pending" || latest?.status === "approved";
  const labels = Object.fromEntries((questions ?? []).map((text, at) => [`answers.${at}`, text]));
  return (
    <AccountLayout
      frame={frame}
      title="Access"
      up={{ href: `/datasets/${id}`, label: "The dataset" }}
    >
      <ErrorSummary errors={errors} labels={{ answers: "Answers", ...labels }} />
      <p>
        <Foreign text={title} />
      </p>
      {latest !== null && <Latest {...{ dataset, latest }} />}
      {questions === null ? (
        <Card title="Open to everybody">
          <p>The seller asks nothing: you can order this dataset.</p>
        </Card>
      ) : (
        !isOpen && <Questions {...props} questions={questions} />
      )}
    </AccountLayout>
  );
}

function Latest({ dataset, latest }: { dataset: GatedDataset; latest: AccessView }): JSX.Element {
  const { label, tone } = accessStateWords[latest.status];
  const isAuction = dataset.pricing_type === "auction";
  return (
    <Card title="Your request">
      <p>
        <Badge tone={tone} label={label} /> <Time at={latest.decided_at ?? latest.created_at} />
      </p>
      {latest.reason !== null && (
        <p>
          The seller: <Foreign text={latest.reason.content} />
        </p>
      )}
      {latest.status === "pending" && <p>The seller decides. We notify you.</p>}
      {latest.status === "approved" && (
        <div class="actions">
          <a
            class="button primary"
            href={isAuction ? bidPath(dataset.id) : buyPath(dataset.id)}
            safe
          >
            {isAuction ? "Bid" : "Buy"}
          </a>
        </div>
      )}
    </Card>
  );
}

function Questions(props: Props & { questions: string[] }): JSX.Element {
  const { frame, dataset, questions, answers, errors } = props;
  if (frame.standing.suspendedReason !== null) return "";
  return (
    <OwnForm action={`${paths.access}/to/${dataset.id}`} viewer={frame.viewer} class="card stack-m">
      <p>
        <Foreign text={dataset.seller.name} /> approves each buyer. Only this seller reads your
        answers.
      </p>
      {questions.map((question, at) => (
        <TextArea
          name={`answers.${at}`}
          label={question}
          value={answers[at] ?? ""}
          maxlength={ACCESS_ANSWER_CHARS_MAX}
          rows={3}
          required
          errors={errors}
        />
      ))}
      <div class="actions">
        <button class="button primary" type="submit">
          Ask for access
        </button>
      </div>
    </OwnForm>
  );
}
