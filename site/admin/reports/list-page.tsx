import type { DecisionDetail } from "../../../db/queries/reports/decisions.ts";
import type { ReportedSubject } from "../../../db/queries/reports/reports.ts";
import type { ReportSubject } from "../../../db/queries/reports/subjects.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { kindLabel } from "../../account/reports/subject-title.tsx";
import { decisionWords, stateText } from "../../account/reports/words.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";
import { adminPath } from "./paths.ts";

type Props = { frame: Frame; wanted: PageWanted };

export function ReportedPage(props: Props & { page: PageOf<ReportedSubject> }): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Reports"
      lead="Reported datasets, sellers, collections, bundles and data requests, longest waiting first. Both sides get the reasons for each decision."
      up={up}
    >
      <Queues queue="reports" />
      {page.total === 0 ? (
        <Empty title="None" text="No report needs a decision." />
      ) : (
        <>
          <Table
            caption="Reported, longest waiting first"
            columns={["Name", "Kind", "It is", { label: "Reports", kind: "number" }, "Since"]}
            rows={page.items.map(({ subject, reports, since }) => [
              <Name subject={subject} />,
              <span safe>{kindLabel(subject.kind)}</span>,
              <span safe>{stateText(subject)}</span>,
              formatCount(reports),
              <Time at={since} />,
            ])}
          />
          <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
        </>
      )}
    </AccountLayout>
  );
}

export function AppealsPage(props: Props & { page: PageOf<DecisionDetail> }): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Appeals"
      lead="Owners who appeal against a decision, longest waiting first. If there are several administrators, another one should decide."
      up={up}
    >
      <Queues queue="appeals" />
      {page.total === 0 ? (
        <Empty title="None" text="No appeals are waiting." />
      ) : (
        <>
          <Table
            caption="Appeals, longest waiting first"
            columns={["Name", "Kind", "Agent", "Appealed"]}
            rows={page.items.map(({ decision, subject, agentName }) => [
              <Name subject={subject} />,
              <span safe>{kindLabel(subject.kind)}</span>,
              agentName === null ? <span class="muted">–</span> : <Foreign text={agentName} />,
              <Time at={decision.appealedAt ?? decision.decidedAt} />,
            ])}
          />
          <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
        </>
      )}
    </AccountLayout>
  );
}

export function DecidedPage(props: Props & { page: PageOf<DecisionDetail> }): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Decisions"
      lead="What administrators decided, latest first. Open one to show hidden words again."
      up={up}
    >
      <Queues queue="decided" />
      {page.total === 0 ? (
        <Empty title="None" text="Nothing was decided yet." />
      ) : (
        <>
          <Table
            caption="Decisions, latest first"
            columns={["Name", "Kind", "Outcome", "It is", "Decided"]}
            rows={page.items.map(({ decision, subject }) => [
              <Name subject={subject} />,
              <span safe>{kindLabel(subject.kind)}</span>,
              <Badge {...decisionWords[decision.decision]} />,
              <span safe>{stateText(subject)}</span>,
              <Time at={decision.decidedAt} />,
            ])}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function Name({ subject }: { subject: ReportSubject }): JSX.Element {
  return (
    <a href={adminPath(subject)}>
      {subject.title === null ? "Gone" : <Foreign text={subject.title} />}
    </a>
  );
}

function Queues({ queue }: { queue: "reports" | "appeals" | "decided" }): JSX.Element {
  return (
    <nav aria-label="Waiting decisions">
      <ul class="filters">
        <li>
          <a href="/admin/reports" aria-current={queue === "reports" ? "true" : undefined}>
            Reports
          </a>
        </li>
        <li>
          <a
            href="/admin/reports?of=appeals"
            aria-current={queue === "appeals" ? "true" : undefined}
          >
            Appeals
          </a>
        </li>
        <li>
          <a
            href="/admin/reports?of=decided"
            aria-current={queue === "decided" ? "true" : undefined}
          >
            Decided
          </a>
        </li>
      </ul>
    </nav>
  );
}
