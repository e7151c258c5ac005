import type { RefundFilter } from "../../../db/queries/purchases/refunds.ts";
import type { RefundView } from "../../../market/administration/read-refunds.ts";
import { counted } from "../../../market/counted.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";
import { failureWords, refundFilterWords, standingWords } from "./words.ts";

const states = ["failed", "paid_otherwise"] as const;

export function RefundsPage(props: {
  frame: Frame;
  wanted: PageWanted & { filter: RefundFilter };
  page: PageOf<RefundView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  const { filter } = wanted;
  return (
    <AccountLayout
      frame={frame}
      title="Refunds"
      lead="Money still owed to buyers. A refund that the bank returns is retried once a day, four times in total."
      up={up}
    >
      <StateFilters
        label="Refunds by state"
        path="/admin/refunds"
        states={states}
        words={refundFilterWords}
        current={filter === "open" ? undefined : filter}
      />
      {page.total === 0 ? (
        <Empty title="None" text="Refunds that are owed or failed appear here." />
      ) : (
        <>
          <Table
            caption="Refunds, longest owed first"
            columns={[
              "For",
              "State",
              "Owed since",
              "Next attempt",
              "Buyer",
              { label: "Amount", kind: "number" },
            ]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
        </>
      )}
    </AccountLayout>
  );
}

function cells(refund: RefundView): JSX.Element[] {
  const { id, title, owedSince, nextTryAt, buyer } = refund;
  return [
    <a href={`/admin/refunds/${id}`}>
      <Foreign text={title} />
    </a>,
    <RefundState refund={refund} />,
    owedSince === null ? "" : <Time at={owedSince} day />,
    nextTryAt === null ? <span class="muted">—</span> : <Time at={nextTryAt} />,
    <a href={`/admin/accounts/${buyer.accountId}`} safe>
      {buyer.email}
    </a>,
    <Money cents={refund.amountCents} currency={refund.currency} />,
  ];
}

export function RefundState({ refund }: { refund: RefundView }): JSX.Element {
  const { standing, failures, failureReason } = refund;
  return (
    <span class="lines">
      <Badge {...standingWords[standing]} />
      {failures > 0 && (
        <span class="small" safe>
          {`${counted(failures, "failure")}: ${failureWords(failureReason)}`}
        </span>
      )}
    </span>
  );
}
