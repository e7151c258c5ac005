/** Lists open chargebacks by the time left, then those that left a debt, then all others. */
import {
  type ChargebackFilter,
  chargebackFilters,
} from "../../../db/queries/purchases/chargeback-lists.ts";
import type { ListedChargebackView } from "../../../market/administration/read-chargebacks.ts";
import { AccountLayout, type Frame } from "../../account/frame.tsx";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { up } from "../subjects/standing.tsx";
import { chargebackFilterWords, codeWords, standingOf } from "./words.ts";

export function ChargebacksPage(props: {
  frame: Frame;
  wanted: PageWanted & { filter: ChargebackFilter | undefined };
  page: PageOf<ListedChargebackView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Chargebacks"
      lead="Payments that a buyer's bank disputes. A chargeback without an answer in time is lost."
      up={up}
    >
      <StateFilters
        label="Chargebacks by state"
        path="/admin/chargebacks"
        states={chargebackFilters}
        words={chargebackFilterWords}
        current={wanted.filter}
      />
      {page.total === 0 ? (
        <Empty title="None" text="When a bank disputes a payment, it appears here." />
      ) : (
        <>
          <Table
            caption="Chargebacks, unanswered first"
            columns={[
              "Dataset",
              "State",
              "Answer before",
              "Seller",
              { label: "Amount", kind: "number" },
              { label: "Owed", kind: "number" },
            ]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} order="oldest" />
        </>
      )}
    </AccountLayout>
  );
}

function cells(chargeback: ListedChargebackView): JSX.Element[] {
  const { id, title, reason, state, evidenceDueAt, seller, currency } = chargeback;
  const owedCents = chargeback.openCents + chargeback.claimedCents;
  const isDue = state === "open" && evidenceDueAt !== null;
  return [
    <span class="lines">
      <a href={`/admin/chargebacks/${id}`}>
        <Foreign text={title} />
      </a>
      <span class="muted small" safe>
        {codeWords(reason)}
      </span>
    </span>,
    <Badge {...standingOf(chargeback)} />,
    isDue ? <Time at={evidenceDueAt} /> : <span class="muted">—</span>,
    <span class="lines">
      <a href={`/admin/accounts/${seller.accountId}`} safe>
        {seller.email}
      </a>
      <span class="muted small">
        <Foreign text={seller.agentName} />
      </span>
    </span>,
    <Money cents={chargeback.amountCents} currency={currency} />,
    <Money cents={owedCents} currency={currency} />,
  ];
}
