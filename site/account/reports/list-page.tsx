import type { DecisionDetail } from "../../../db/queries/reports/decisions.ts";
import type { ReportView } from "../../../market/report/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { kindLabel, SubjectTitle } from "./subject-title.tsx";
import { appealWords, decisionWords, reportReasonWords } from "./words.ts";

/** Reports that the person made, or decisions about what they show. */
type ReportSide = "made" | "own";

type Props = { frame: Frame; wanted: PageWanted };

export function ReportsPage(props: Props & { page: PageOf<ReportView> }): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Reports"
      lead="What you or your agents reported, with the decisions."
    >
      <Sides side="made" />
      {page.total === 0 ? (
        <Empty
          title="None"
          text="Each public page of a dataset, seller, collection, bundle or data request has a link to report it."
        />
      ) : (
        <>
          <ol class="letters">
            {page.items.map((report) => (
              <li>
                <Report report={report} />
              </li>
            ))}
          </ol>
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

export function DecisionsPage(props: Props & { page: PageOf<DecisionDetail> }): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Reports"
      lead="Administrators' decisions about what you and your agents show, with reasons."
    >
      <Sides side="own" />
      {page.total === 0 ? (
        <Empty
          title="None"
          text="There are no decisions about your datasets, seller pages, collections, bundles or data requests."
        />
      ) : (
        <>
          <ol class="letters">
            {page.items.map((found) => (
              <li>
                <Decision found={found} />
              </li>
            ))}
          </ol>
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function Sides({ side }: { side: ReportSide }): JSX.Element {
  return (
    <nav aria-label="Reports shown">
      <ul class="filters">
        <li>
          <a href="/account/reports" aria-current={side === "made" ? "true" : undefined}>
            By you
          </a>
        </li>
        <li>
          <a href="/account/reports?of=own" aria-current={side === "own" ? "true" : undefined}>
            About you
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Report({ report }: { report: ReportView }): JSX.Element {
  const { subject, reason, detail, reported_at, decision } = report;
  return (
    <>
      <p class="letter-head">
        <SubjectTitle subject={{ ...subject, state: subject.status }} />
        {decision === null ? (
          <Badge tone="warn" label="Pending" />
        ) : (
          <Badge {...decisionWords[decision.decision]} />
        )}
      </p>
      <p class="small muted">
        <span safe>{`${kindLabel(subject.kind)}, ${reportReasonWords[reason]}, `}</span>
        <Time at={reported_at} />
      </p>
      {detail !== null && (
        <p class="letter">
          <Foreign text={detail} />
        </p>
      )}
      <DecidedReport decision={decision} />
    </>
  );
}

/** The decisions about a report and about the owner's appeal, with their reasons. */
export function DecidedReport({ decision }: Pick<ReportView, "decision">): JSX.Element {
  if (decision === null) return "";
  const { appeal } = decision;
  return (
    <>
      <Statement at={decision.decided_at} what="Decided" statement={decision.statement} />
      {appeal && (
        <Statement
          at={appeal.decided_at}
          what={`The owner's ${appealWords[appeal.outcome].label}`}
          statement={appeal.statement}
        />
      )}
    </>
  );
}

function Decision({ found }: { found: DecisionDetail }): JSX.Element {
  const { decision, subject } = found;
  const { appealedAt, appealOutcome } = decision;
  return (
    <>
      <p class="letter-head">
        <a href={`/account/reports/decisions/${decision.id}`}>
          <span safe>{`${kindLabel(subject.kind)}: `}</span>
          {subject.title === null ? "deleted" : <Foreign text={subject.title} />}
        </a>
        <Badge {...decisionWords[decision.decision]} />
        {appealOutcome !== null && <Badge {...appealWords[appealOutcome]} />}
        {appealedAt !== null && appealOutcome === null && (
          <Badge tone="warn" label="appeal waits" />
        )}
      </p>
      <Statement at={decision.decidedAt} what="Decided" statement={decision.statement} />
    </>
  );
}

/** Shows an administrator's reasons. */
export function Statement(props: {
  at: Date | string;
  what: string;
  statement: string;
}): JSX.Element {
  return (
    <div class="quote stack-s">
      <p class="small muted">
        <span safe>{`${props.what}, `}</span>
        <Time at={props.at} />
      </p>
      <p class="letter">
        <Foreign text={props.statement} />
      </p>
    </div>
  );
}
