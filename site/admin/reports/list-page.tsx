import type { DecisionDetail } from "../../../db/queries/reports/listing-decisions.ts";
import type { ReportedListing } from "../../../db/queries/reports/listing-reports.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";

type Props = { frame: Frame; wanted: PageWanted };

export function ReportedListingsPage(
  props: Props & { page: PageOf<ReportedListing> },
): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Reported datasets"
      lead="Reported datasets, longest waiting first. Both sides get the reasons for each decision."
      up={up}
    >
      <Queues queue="reports" />
      {page.total === 0 ? (
        <Empty title="None" text="No report about a dataset needs a decision." />
      ) : (
        <>
          <Table
            caption="Reported datasets, longest waiting first"
            columns={["Dataset", "It is", { label: "Reports", kind: "number" }, "Since"]}
            rows={page.items.map(({ listingId, title, status, reports, since }) => [
              <a href={`/admin/reports/${listingId}`}>
                <Foreign text={title} />
              </a>,
              <span safe>{status}</span>,
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
      title="Appeals of sellers"
      lead="Sellers who appeal against a suspension, longest waiting first. If there are several administrators, another one should decide."
      up={up}
    >
      <Queues queue="appeals" />
      {page.total === 0 ? (
        <Empty title="None" text="No appeals are waiting." />
      ) : (
        <>
          <Table
            caption="Appeals, longest waiting first"
            columns={["Dataset", "Agent", "Appealed"]}
            rows={page.items.map(({ decision, dataset, agent }) => [
              <a href={`/admin/reports/${dataset.id}`}>
                <Foreign text={dataset.title} />
              </a>,
              <Foreign text={agent.name} />,
              <Time at={decision.appealedAt ?? decision.decidedAt} />,
            ])}
          />
          <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
        </>
      )}
    </AccountLayout>
  );
}

function Queues({ queue }: { queue: "reports" | "appeals" }): JSX.Element {
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
      </ul>
    </nav>
  );
}
