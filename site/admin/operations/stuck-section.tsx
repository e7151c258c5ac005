import { type JobAct, type JobKind, jobKinds } from "../../../market/operations/rules.ts";
import type { JobList, JobView, OperationsView } from "../../../market/operations/schemas.ts";
import { formatCount } from "../../kit/format.ts";
import { Badge, Empty, Foreign } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { Age } from "./parts.tsx";
import { RunbookLinks } from "./runbook-page.tsx";
import { actLabels, actPaths, jobPath, kindWords, runbookParts, standingWords } from "./words.ts";

export function StuckSection({ operations }: { operations: OperationsView }): JSX.Element {
  const { stuck, at } = operations;
  const kinds = jobKinds.filter((kind) => stuck[kind].jobs.length > 0);
  return (
    <section class="stack-m" aria-labelledby="stuck">
      <h2 id="stuck">Stuck jobs</h2>
      {kinds.length === 0 && (
        <Empty title="Nothing" text="Jobs that take too long or have failed appear here." />
      )}
      {kinds.map((kind) => (
        <KindSection kind={kind} list={stuck[kind]} now={at} />
      ))}
      {kinds.length > 0 && <RunbookLinks names={runbookParts.stuck} />}
    </section>
  );
}

function KindSection(props: { kind: JobKind; list: JobList; now: Date }): JSX.Element {
  const { kind, list, now } = props;
  const { title, lead } = kindWords[kind];
  return (
    <section class="stack-s" aria-labelledby={`stuck-${kind}`}>
      <h3 id={`stuck-${kind}`} safe>
        {title}
      </h3>
      <p class="muted small" safe>
        {lead}
      </p>
      <Table
        caption={title}
        columns={[
          "What",
          "State",
          "Age",
          { label: "Attempts", kind: "number" },
          { label: "Actions", kind: "actions" },
        ]}
        rows={list.jobs.map((job) => cells(job, now))}
      />
      {list.hasMore && <p class="muted small">There are more.</p>}
    </section>
  );
}

function cells(job: JobView, now: Date): JSX.Element[] {
  return [
    <span class="lines">
      <a href={jobPath(job)}>
        <Foreign text={job.label} />
      </a>
      {job.detail !== null && (
        <span class="muted small">
          <Foreign text={job.detail} />
        </span>
      )}
    </span>,
    <Badge {...standingWords[job.standing]} />,
    <Age at={job.since} now={now} />,
    <span safe>{formatCount(job.tries)}</span>,
    <span class="row-actions">
      {job.acts.map((act) => (
        <ActLink job={job} act={act} />
      ))}
    </span>,
  ];
}

/** Links to the form that explains the act, asks for a reason, and performs it. */
function ActLink({ job, act }: { job: JobView; act: JobAct }): JSX.Element {
  return (
    <a class="button plain" href={`${jobPath(job)}#${actPaths[act]}`}>
      <span safe>{actLabels[act]}</span>
      <span class="unseen">
        {" "}
        <Foreign text={job.label} />
      </span>
    </a>
  );
}
