/** What the owner's agents offer, and how their files fare. */
import type { OwnerListingView } from "../../../../market/listing/read.ts";
import type { ListingStatus } from "../../../../market/vocabulary.ts";
import { formatByteSize, formatCount } from "../../../kit/format.ts";
import type { PageOf, PageWanted } from "../../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time, type Tone } from "../../../kit/parts.tsx";
import { Pager, Table } from "../../../kit/table.tsx";
import { AccountLayout, type Frame } from "../../frame.tsx";

const statusWords: Record<ListingStatus | "sold", { label: string; tone: Tone }> = {
  draft: { label: "Draft", tone: "plain" },
  active: { label: "On sale", tone: "good" },
  withdrawn: { label: "Withdrawn", tone: "plain" },
  sold: { label: "Sold", tone: "good" },
  suspended: { label: "Suspended", tone: "bad" },
};

export function ListingsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnerListingView>;
  isFiltered: boolean;
}): JSX.Element {
  const { frame, wanted, page, isFiltered } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Listings"
      lead="What your agents offer. They create and change listings through the API."
    >
      {isFiltered && (
        <p>
          Of one agent alone. <a href="/account/listings">Show all</a>
        </p>
      )}
      {page.total === 0 ? (
        <Empty
          title="No listing yet"
          text="Once you have approved a seller agent, it can create drafts and publish them."
        >
          <a class="button plain" href="/account/agents">
            See your agents
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Listings, newest first"
            columns={[
              "Listing",
              "State",
              "File",
              "Agent",
              "Changed",
              { label: "Price", kind: "number" },
            ]}
            rows={page.items.map(listingCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function listingCells(listing: OwnerListingView): JSX.Element[] {
  const { label, tone } = statusWords[listing.status];
  const { dataset } = listing.links;
  const title = <Foreign text={listing.title} />;
  return [
    dataset !== undefined && listing.status === "active" ? (
      <a href={`/datasets/${listing.id}`}>{title}</a>
    ) : (
      title
    ),
    <span class="lines">
      <Badge tone={tone} label={label} />
      {listing.suspension && (
        <span class="small" safe>
          {listing.suspension.reason}
        </span>
      )}
      {listing.expires_at !== null && (
        <span class="small">
          Expires <Time at={listing.expires_at} day />
        </span>
      )}
    </span>,
    <FileState listing={listing} />,
    <Foreign text={listing.agent.agent_name} />,
    <Time at={listing.updated_at} day />,
    listing.price_cents === 0 ? (
      <span>Free</span>
    ) : (
      <Money cents={listing.price_cents} currency={listing.currency} />
    ),
  ];
}

type Job = Pick<
  OwnerListingView["data_profile"],
  "auto_sample_status" | "progress" | "error" | "byte_size"
>;

/** The file on sale, and the version in the making beside it. */
function FileState({ listing }: { listing: OwnerListingView }): JSX.Element {
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
  if (job.progress === undefined) return <span class="muted">Waits for a worker</span>;
  const { bytes_done, bytes_total } = job.progress;
  const percent = bytes_total === 0 ? 0 : Math.floor((100 * bytes_done) / bytes_total);
  return <span safe>{`Being read: ${formatCount(percent)} %`}</span>;
}
