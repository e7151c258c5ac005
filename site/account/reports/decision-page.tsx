import type { ReportedKind, SellerPart } from "../../../db/vocabulary/report.ts";
import { DECISION_APPEAL_CHARS_MAX } from "../../../market/report/limits.ts";
import type { OwnDecision } from "../../../market/report/read.ts";
import { kindWords, nextSteps, outcomeForOwner } from "../../../market/report/words.ts";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import type { Draft } from "../reviews/form.tsx";
import { Statement } from "./list-page.tsx";
import { kindLabel, SubjectTitle } from "./subject-title.tsx";
import { appealWords, decisionWords, stateText } from "./words.ts";

const labels = { text: "Why the decision is wrong" };

type Props = { frame: Frame; shown: OwnDecision; draft: Draft };

export function DecisionPage({ frame, shown, draft }: Props): JSX.Element {
  const { decision, subject, agentName, mayAppeal } = shown;
  const { kind } = subject;
  return (
    <AccountLayout
      frame={frame}
      title={`A decision about your ${kindWords[kind].noun}`}
      up={{ href: "/account/reports?of=own", label: "Decisions about you" }}
    >
      <ErrorSummary errors={draft.errors} labels={labels} />
      <Card title="What was decided">
        <Facts
          facts={[
            [kindLabel(kind), <SubjectTitle subject={subject} />],
            agentName === null ? null : ["Agent", <Foreign text={agentName} />],
            ["Outcome", <Badge {...decisionWords[decision.decision]} />],
            ["It is now", <span safe>{stateText(subject)}</span>],
          ]}
        />
        <p safe>{outcomeForOwner(kind, decision.decision, decision.parts)}</p>
        <Statement at={decision.decidedAt} what="The reasons" statement={decision.statement} />
        {decision.decision === "suspended" && (
          <NextSteps subject={subject} parts={decision.parts} />
        )}
        <p class="small muted">
          A person decided this; no decision is made only by a program. Nobody learns who reported
          it.
        </p>
      </Card>
      {decision.appealedAt !== null && (
        <Appeal decision={decision} appealedAt={decision.appealedAt} />
      )}
      {mayAppeal && <AppealForm {...{ frame, draft }} decisionId={decision.id} />}
    </AccountLayout>
  );
}

type StepsProps = Pick<OwnDecision, "subject"> & { parts: readonly SellerPart[] };

/** What the owner can do, and where. */
function NextSteps({ subject: { kind, id }, parts }: StepsProps): JSX.Element {
  const page: Link = [`/account/seller-page/${id}`, "Change the seller page"];
  const links: Partial<Record<ReportedKind, Link[]>> = {
    seller: [
      ...(parts.includes("name")
        ? [[`${paths.agents}/${id}`, "Choose another name"] as const]
        : []),
      ...(parts.some((part) => part !== "name") ? [page] : []),
    ],
    collection: [[`${paths.collections}/${id}`, "Change the collection"]],
    bundle: [[`${paths.bundles}/new`, "Make another bundle"]],
  };
  return (
    <>
      <p safe>{nextSteps(kind, parts)}</p>
      {(links[kind] ?? []).map(([href, label]) => (
        <p>
          <a href={href} safe>
            {label}
          </a>
        </p>
      ))}
    </>
  );
}

type Link = readonly [href: string, label: string];

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
          hint="You can appeal once. An administrator reads your appeal and decides again; if they agree, it is public again."
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
