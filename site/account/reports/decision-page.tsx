import { DECISION_APPEAL_CHARS_MAX } from "../../../market/report/limits.ts";
import type { OwnDecision } from "../../../market/report/read.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import type { Draft } from "../reviews/form.tsx";
import { Statement } from "./list-page.tsx";
import { appealWords, decisionWords } from "./words.ts";

const labels = { text: "Why the decision is wrong" };

type Props = { frame: Frame; shown: OwnDecision; draft: Draft };

export function DecisionPage({ frame, shown, draft }: Props): JSX.Element {
  const { decision, dataset, agent, mayAppeal } = shown;
  return (
    <AccountLayout
      frame={frame}
      title="A decision about your dataset"
      up={{ href: "/account/reports?of=datasets", label: "Reports of your datasets" }}
    >
      <ErrorSummary errors={draft.errors} labels={labels} />
      <Card title="What was decided">
        <Facts
          facts={[
            ["Dataset", <Foreign text={dataset.title} />],
            ["Agent", <Foreign text={agent.name} />],
            ["Outcome", <Badge {...decisionWords[decision.decision]} />],
            ["It is now", <span safe>{dataset.status}</span>],
          ]}
        />
        <Statement at={decision.decidedAt} what="The reasons" statement={decision.statement} />
        <p class="small muted">
          A person decided this after a report; no decision is made only by a program. Nobody learns
          who reported it.
        </p>
      </Card>
      {decision.appealedAt !== null && (
        <Appeal decision={decision} appealedAt={decision.appealedAt} />
      )}
      {mayAppeal && <AppealForm {...{ frame, draft }} decisionId={decision.id} />}
    </AccountLayout>
  );
}

type AppealProps = { decision: OwnDecision["decision"]; appealedAt: Date };

function Appeal({ decision, appealedAt }: AppealProps): JSX.Element {
  const { appeal, appealOutcome, appealStatement, appealDecidedAt } = decision;
  return (
    <Card title="Your appeal">
      <Statement at={appealedAt} what="You wrote" statement={appeal ?? ""} />
      {appealOutcome === null ? (
        <p>An administrator will look at it. You will receive an e-mail.</p>
      ) : (
        <>
          <p>
            <Badge {...appealWords[appealOutcome]} />
          </p>
          <Statement
            at={appealDecidedAt ?? appealedAt}
            what="The reasons"
            statement={appealStatement ?? ""}
          />
        </>
      )}
    </Card>
  );
}

type FormProps = { frame: Frame; draft: Draft; decisionId: string };

function AppealForm({ frame, draft, decisionId }: FormProps): JSX.Element {
  return (
    <Card title="Appeal">
      <OwnForm action={`/account/reports/decisions/${decisionId}`} viewer={frame.viewer}>
        <TextArea
          name="text"
          label={labels.text}
          hint="You can appeal once. An administrator reads your appeal and decides again; if they agree, the dataset is on sale again."
          value={draft.fields.text ?? ""}
          maxlength={DECISION_APPEAL_CHARS_MAX}
          required
          errors={draft.errors}
        />
        <div class="actions">
          <button class="button primary" type="submit">
            Appeal
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}
