import type { DecisionRow } from "../../../db/queries/reports/decisions.ts";
import type { ReportRow } from "../../../db/queries/reports/reports.ts";
import type { ReportSubject } from "../../../db/queries/reports/subjects.ts";
import { SELLER_LOGO_SHOWN_PIXELS } from "../../../market/agent/limits.ts";
import { counted } from "../../../market/counted.ts";
import type { SubjectToDecide } from "../../../market/report/read.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { Statement } from "../../account/reports/list-page.tsx";
import { kindLabel, SubjectTitle } from "../../account/reports/subject-title.tsx";
import {
  appealWords,
  decisionWords,
  reportReasonWords,
  stateText,
} from "../../account/reports/words.ts";
import { ErrorSummary, PostButton } from "../../kit/fields.tsx";
import { Badge, Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { AppealForm, type DecisionDraft, DecisionForm, draftLabels } from "./forms.tsx";
import { adminPath } from "./paths.ts";

type Props = { frame: Frame; shown: SubjectToDecide; draft: DecisionDraft | null };

export function ReportedSubjectPage({ frame, shown, draft }: Props): JSX.Element {
  const { subject, words, reports, decisions, isOwn } = shown;
  const { kind, state, isHeld } = subject;
  const canDecide = !isOwn && (reports.length > 0 || (state !== "gone" && !isHeld));
  return (
    <AccountLayout
      frame={frame}
      title={kindLabel(kind)}
      up={{ href: "/admin/reports", label: "Reports" }}
    >
      <ErrorSummary errors={draft?.errors ?? {}} labels={draftLabels} />
      <Card title="Details">
        <Facts
          facts={[
            ["Name", <SubjectTitle subject={subject} />],
            words.hiddenName === null ? null : ["Hidden name", <Foreign text={words.hiddenName} />],
            ["It is", <span safe>{stateText(subject)}</span>],
            ...ownerFacts(subject),
          ]}
        />
        <Words id={subject.id} words={words} />
        {isOwn && <p>It is your own: another administrator has to decide.</p>}
        {isHeld && !isOwn && (
          <PostButton
            action={`${adminPath(subject)}/restore`}
            viewer={frame.viewer}
            label="Show it again"
          />
        )}
      </Card>
      {(reports.length > 0 || canDecide) && (
        <Card
          title={reports.length > 0 ? `${counted(reports.length, "report")} to decide` : "Decide"}
        >
          {reports.length === 0 && <p>Nobody has reported it. The owner gets your reasons.</p>}
          {reports.length > 0 && (
            <ol class="letters">
              {reports.map((report) => (
                <li>
                  <Report report={report} />
                </li>
              ))}
            </ol>
          )}
          {canDecide && (
            <DecisionForm
              {...{ frame, subject }}
              seen={reports.length}
              draft={draft?.of === "reports" ? draft : null}
            />
          )}
        </Card>
      )}
      {decisions.map((decision) => (
        <Decision {...{ frame, decision, draft, isOwn }} />
      ))}
    </AccountLayout>
  );
}

/** The words and the picture to judge, also while they are hidden. */
function Words({ id, words }: { id: string; words: SubjectToDecide["words"] }): JSX.Element {
  const { text, websites, hasLogo } = words;
  return (
    <>
      {text !== null && (
        <p class="letter quote">
          <Foreign text={text} />
        </p>
      )}
      {websites.map((address) => (
        <p class="small">
          <Foreign text={address} />
        </p>
      ))}
      {hasLogo && (
        <img
          class="seller-logo large"
          src={`/admin/reports/seller/${id}/logo`}
          alt="Its logo"
          width={String(SELLER_LOGO_SHOWN_PIXELS)}
          height={String(SELLER_LOGO_SHOWN_PIXELS)}
        />
      )}
    </>
  );
}

/** Links to the administrators' pages about the thing and its owner. */
function ownerFacts({ kind, id, agentId, accountId }: ReportSubject): [string, JSX.Element][] {
  const seeAndSuspend = (href: string) => <a href={href}>See and suspend</a>;
  return [
    ...(kind === "dataset" ? [["Listing", seeAndSuspend(`/admin/listings/${id}`)] as const] : []),
    ...(kind === "request" ? [["Request", seeAndSuspend(`/admin/requests/${id}`)] as const] : []),
    ...(agentId === null ? [] : [["Agent", seeAndSuspend(`/admin/agents/${agentId}`)] as const]),
    ...(accountId === null
      ? []
      : [["Account", seeAndSuspend(`/admin/accounts/${accountId}`)] as const]),
  ].map(([label, link]) => [label, link]);
}

function Report({ report }: { report: ReportRow }): JSX.Element {
  const { reason, detail, createdAt } = report;
  return (
    <>
      <p class="letter-head">
        <Badge tone="warn" label={reportReasonWords[reason]} />
        <Time at={createdAt} />
        <Reporter report={report} />
      </p>
      <p class="letter">
        {detail === null ? (
          <span class="muted">The account is closed, and its text was deleted.</span>
        ) : (
          <Foreign text={detail} />
        )}
      </p>
    </>
  );
}

/** An account, an agent, or a visitor. A visitor's address appears only here. */
function Reporter({ report }: { report: ReportRow }): JSX.Element {
  const { accountId, agentId, visitorEmail, visitorName, reason } = report;
  if (accountId === null) {
    const named = [visitorName, visitorEmail].filter((part) => part !== null).join(", ");
    return <span safe>{`Without an account: ${named}`}</span>;
  }
  return (
    <a href={agentId === null ? `/admin/accounts/${accountId}` : `/admin/agents/${agentId}`}>
      {agentId === null ? "The account" : "The agent"}
      <span class="unseen" safe>{` that reported it for: ${reportReasonWords[reason]}`}</span>
    </a>
  );
}

type DecisionProps = {
  frame: Frame;
  decision: DecisionRow;
  draft: DecisionDraft | null;
  isOwn: boolean;
};

function Decision({ frame, decision, draft, isOwn }: DecisionProps): JSX.Element {
  const { id, appeal, appealedAt, appealOutcome, appealStatement, appealDecidedAt } = decision;
  return (
    <Card title="A decision">
      <p>
        <Badge {...decisionWords[decision.decision]} />{" "}
        <span safe>{`about ${counted(decision.reportCount, "report")}`}</span>
        {decision.parts.length > 0 && <span safe>{`: ${decision.parts.join(", ")}`}</span>}
      </p>
      <Statement at={decision.decidedAt} what="The reasons" statement={decision.statement} />
      {appealedAt !== null && (
        <Statement at={appealedAt} what="The owner appeals" statement={appeal ?? "(gone)"} />
      )}
      {appealOutcome !== null && (
        <>
          <p>
            <Badge {...appealWords[appealOutcome]} />
          </p>
          <Statement
            at={appealDecidedAt ?? decision.decidedAt}
            what="The reasons"
            statement={appealStatement ?? ""}
          />
        </>
      )}
      {appealedAt !== null && appealOutcome === null && !isOwn && (
        <AppealForm
          frame={frame}
          path={`${adminPath({ kind: decision.kind, id: decision.subjectId })}/appeals/${id}`}
          draft={draft?.of === id ? draft : null}
        />
      )}
    </Card>
  );
}
