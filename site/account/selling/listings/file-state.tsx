import { formatByteSize } from "../../../../market/format.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import { formatCount } from "../../../kit/format.ts";
import { Badge } from "../../../kit/parts.tsx";

type Job = Pick<
  ListingView["data_profile"],
  "auto_sample_status" | "progress" | "error" | "byte_size"
>;

/** The state of the file on sale, and of the new version in preparation. */
export function FileState({ listing }: { listing: ListingView }): JSX.Element {
  const { next_version, data_profile, full_data_path } = listing;
  return (
    <span class="lines">
      <JobState job={data_profile} hasFile={full_data_path !== null} />
      {next_version && (
        <>
          <span class="muted small">New version:</span>
          <JobState
            job={next_version.data_profile}
            hasFile={next_version.full_data_path !== null}
          />
        </>
      )}
    </span>
  );
}

function JobState({ job, hasFile }: { job: Job; hasFile: boolean }): JSX.Element {
  if (!hasFile) return <span class="muted">No file yet</span>;
  if (job.error !== undefined) {
    return (
      <>
        <Badge tone="bad" label="Could not be read" />
        <span class="small" safe>
          {job.error.detail}
        </span>
        <code class="muted small" safe>
          {job.error.code}
        </code>
      </>
    );
  }
  if (job.auto_sample_status === "generated") {
    const size = job.byte_size === null ? "" : `, ${formatByteSize(job.byte_size)}`;
    return <span safe>{`Profiled${size}`}</span>;
  }
  if (job.auto_sample_status === "no_sample") return <span>No sample</span>;
  if (job.progress === undefined) return <span class="muted">Waiting for a worker</span>;
  const { bytes_done, bytes_total } = job.progress;
  const percent = bytes_total === 0 ? 0 : Math.floor((100 * bytes_done) / bytes_total);
  return <span safe>{`Being read: ${formatCount(percent)} %`}</span>;
}
