/** The administration's first page: all pending tasks, and the disputes to decide. */
import type { MoneyTasks } from "../../../market/administration/read-chargebacks.ts";
import type { DisputeView } from "../../../market/administration/schemas.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import { reasonWords } from "../../account/purchases/words.ts";
import { formatCount } from "../../kit/format.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { SearchForm } from "../subjects/search-form.tsx";
import { MoneyTasksSection } from "./money-tasks.tsx";

export function AdministrationPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<DisputeView>;
  tasks: MoneyTasks;
  /** The number of reviews that wait for a decision. */
  reported: number;
  /** The numbers of reported items and appeals that wait for a decision. */
  waitingReports: { reported: number; appeals: number };
}): JSX.Element {
  const { frame, wanted, page, tasks, reported, waitingReports } = props;
  return (
    <AccountLayout frame={frame} title="Administration">
      <section class="stack-s" aria-labelledby="find">
        <h2 id="find">Find and suspend</h2>
        <SearchForm q="" />
      </section>
      <MoneyTasksSection tasks={tasks} />
      <p>
        <a href="/admin/operations">Operations: queues, workers, and what is stuck</a>
      </p>
      <p>
        <a href="/admin/reconciliation">Reconciliation of the ledger with the payment provider</a>
      </p>
      <p>
        <a href="/admin/requests">Data requests and the answers to them</a>
      </p>
      <p>
        <a href="/admin/reports" safe>
          {`Reports (${formatCount(waitingReports.reported)})`}
        </a>
        {", "}
        <a href="/admin/reports?of=appeals" safe>
          {`appeals (${formatCount(waitingReports.appeals)})`}
        </a>
      </p>
      <p>
        <a href="/admin/reviews" safe>{`Reported reviews (${formatCount(reported)})`}</a>
      </p>
      <section class="stack-m" aria-labelledby="disputes">
        <h2 id="disputes">Open disputes</h2>
        {page.total === 0 ? (
          <Empty
            title="No dispute is open"
            text="Disputes appear here, and every administrator receives an e-mail about each."
          />
        ) : (
          <>
            <Table
              caption="Open disputes, oldest first"
              columns={[
                "Dataset",
                "Reason",
                "Opened",
                "Decide before",
                { label: "Price", kind: "number" },
              ]}
              rows={page.items.map(disputeCells)}
            />
            <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
          </>
        )}
      </section>
    </AccountLayout>
  );
}

function disputeCells(dispute: DisputeView): JSX.Element[] {
  const { purchase_id, dataset_title, seller, disputed_at, decide_before } = dispute;
  return [
    <span class="lines">
      <a href={`/admin/disputes/${purchase_id}`}>
        <Foreign text={dataset_title} />
      </a>
      <span class="muted small">
        sold by <Foreign text={seller.agent_name} />
      </span>
    </span>,
    <span safe>{reasonWords(dispute.reason)}</span>,
    disputed_at === null ? "" : <Time at={disputed_at} day />,
    decide_before === null ? "" : <Time at={decide_before} day />,
    <Money cents={dispute.price_cents} currency={dispute.currency} />,
  ];
}
