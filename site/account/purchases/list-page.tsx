import { type PurchaseState, purchaseStates } from "../../../db/vocabulary/purchase.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { PurchaseTable } from "./purchase-table.tsx";
import { purchaseStateWords } from "./words.ts";

export function PurchasesPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<PurchaseView>;
  status: PurchaseState | undefined;
}): JSX.Element {
  const { frame, wanted, page, status } = props;
  const isUnused = page.total === 0 && status === undefined;
  return (
    <AccountLayout
      frame={frame}
      title="Purchases"
      lead="Purchases by you and your agents. Sellers get the money when you confirm the delivery or the holding time ends."
    >
      <StateFilters
        label="Purchases by state"
        path="/account/purchases"
        states={purchaseStates}
        words={purchaseStateWords}
        current={status}
        whole="Bought"
      />
      {isUnused ? (
        <Empty
          title="Nothing bought yet"
          text="Buy a dataset on its page, or let your agents buy with one of your keys. Purchases appear here; failed payments have a separate list."
        >
          <a class="button primary" href="/datasets">
            Find a dataset
          </a>
          <a class="button plain" href="/account/keys/new">
            Create an API key
          </a>
        </Empty>
      ) : page.items.length === 0 ? (
        <p class="muted">No purchase is in this state.</p>
      ) : (
        <PurchaseTable purchases={page.items} caption="Purchases, newest first" />
      )}
      <Pager url={frame.url} {...wanted} total={page.total} />
    </AccountLayout>
  );
}
