import { type WaitingState, waitingStates } from "../../../db/vocabulary/purchase.ts";
import type { WaitingPurchaseView } from "../../../market/purchase/waiting/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { waitingStateWords } from "./words.ts";

export function WaitingPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<WaitingPurchaseView>;
  status: WaitingState | undefined;
}): JSX.Element {
  const { frame, wanted, page, status } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Approvals"
      lead="Purchases that your agents requested above a key's approval limit. Nothing is charged before you approve."
    >
      <StateFilters
        label="Approvals by state"
        path={paths.waiting}
        states={waitingStates}
        words={waitingStateWords}
        current={status}
      />
      {page.total === 0 ? (
        <Empty
          title="None"
          text="A key asks for your approval if you set “Ask me above” on its page."
        >
          <a class="button plain" href={paths.keys}>
            API keys
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Requested purchases, latest first"
            columns={["Dataset", "State", "Asked", "API key", { label: "Price", kind: "number" }]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(waiting: WaitingPurchaseView): JSX.Element[] {
  const { label, tone } = waitingStateWords[waiting.status];
  return [
    <a href={`${paths.waiting}/${waiting.id}`}>
      <Foreign text={waiting.dataset_title} />
    </a>,
    <Badge tone={tone} label={label} />,
    <Time at={waiting.created_at} />,
    <Foreign text={waiting.metadata.api_key_name} />,
    <Money cents={waiting.price_cents} currency={waiting.currency} />,
  ];
}
