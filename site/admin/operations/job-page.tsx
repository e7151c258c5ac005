import { STEP_REASON_CHARS_MAX } from "../../../market/limits.ts";
import type { JobAct } from "../../../market/operations/rules.ts";
import type { JobView } from "../../../market/operations/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { ErrorSummary, OwnForm, TextArea } from "../../kit/fields.tsx";
import type { FieldErrors } from "../../kit/form.ts";
import { formatCount } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Time } from "../../kit/parts.tsx";
import { actLabels, actPaths, actWords, jobPath, kindWords, standingWords } from "./words.ts";

/** The reason typed for each act. */
export type JobForm = Record<JobAct, string> & { errors: FieldErrors };
type Props = { frame: Frame; job: JobView; form: JobForm };

const labels = {
  retry_reason: "Reason for the retry",
  give_up_reason: "Reason for giving up",
} as const;

export function JobPage({ frame, job, form }: Props): JSX.Element {
  return (
    <AccountLayout
      frame={frame}
      title={kindWords[job.kind].one}
      up={{ href: "/admin/operations", label: "Operations" }}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      <JobCard job={job} />
      {job.hold !== null && <p safe>{job.hold}</p>}
      {job.acts.length === 0 && job.hold === null && (
        <p class="muted">There is nothing to do now.</p>
      )}
      {job.acts.map((act) => (
        <ActCard {...{ frame, job, form, act }} />
      ))}
    </AccountLayout>
  );
}

function JobCard({ job }: { job: JobView }): JSX.Element {
  return (
    <Card title="The job">
      <Facts
        facts={[
          ["What", <Foreign text={job.label} />],
          ["State", <Badge {...standingWords[job.standing]} />],
          ["Since", <Time at={job.since} />],
          ["Attempts", <span safe>{formatCount(job.tries)}</span>],
          job.nextTryAt === null ? null : ["Next attempt", <Time at={job.nextTryAt} />],
          job.detail === null ? null : ["Last failure", <Foreign text={job.detail} />],
          ["Id", <code safe>{job.id}</code>],
        ]}
      />
      {job.listingId !== null && (
        <p class="small">
          <a href={`/admin/listings/${job.listingId}`}>The listing</a>
        </p>
      )}
    </Card>
  );
}

function ActCard({ frame, job, form, act }: Props & { act: JobAct }): JSX.Element {
  const name = `${act}_reason` as const;
  return (
    <section class="card stack-m" id={actPaths[act]} aria-labelledby={`${actPaths[act]}-title`}>
      <h2 id={`${actPaths[act]}-title`} safe>
        {actLabels[act]}
      </h2>
      <p safe>{actWords[job.kind][act] ?? ""}</p>
      <OwnForm action={`${jobPath(job)}/${actPaths[act]}`} viewer={frame.viewer}>
        <TextArea
          name={name}
          label={labels[name]}
          hint="Shown in the audit log."
          value={form[act]}
          maxlength={STEP_REASON_CHARS_MAX}
          required
          rows={2}
          errors={form.errors}
        />
        <div class="actions">
          <button class={`button ${act === "retry" ? "primary" : "danger"}`} type="submit">
            {act === "retry" ? "Retry now" : "Give it up"}
          </button>
        </div>
      </OwnForm>
    </section>
  );
}
