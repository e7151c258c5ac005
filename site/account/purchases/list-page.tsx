import { escapeHtml } from "@kitajs/html";
import { type PurchaseState, purchaseStates } from "../../../db/vocabulary/purchase.ts";
import { counted } from "../../../market/counted.ts";
import { moneyText } from "../../../market/pricing.ts";
import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { PurchaseTable } from "./purchase-table.tsx";
import { purchaseStateWords } from "./words.ts";

export type PurchaseFilter = {
  status: PurchaseState | undefined;
  titlePart: string | undefined;
};

export function PurchasesPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<PurchaseView> & { totalCents: number };
  filter: PurchaseFilter;
  currency: string;
}): JSX.Element {
  const { frame, wanted, page, filter, currency } = props;
  const { status, titlePart } = filter;
  const isUnused = page.total === 0 && status === undefined && titlePart === undefined;
  return (
    <AccountLayout
      frame={frame}
      title="Purchases"
      lead="Purchases by you and your agents. The seller is paid when you confirm the file, or when escrow ends."
    >
      <StateFilters
        label="Purchases by state"
        path={paths.purchases}
        states={purchaseStates}
        words={purchaseStateWords}
        current={status}
        whole="Bought"
      />
      {isUnused ? (
        <Empty
          title="No purchases yet"
          text="Buy a dataset on its page, or let your agents buy with your API keys."
        >
          <a class="button primary" href="/datasets">
            Find a dataset
          </a>
          <a class="button plain" href="/account/keys/new">
            Create an API key
          </a>
        </Empty>
      ) : (
        <>
          <SearchForm filter={filter} />
          <div class="section-head">
            <p class="muted" safe>
              {`${counted(page.total, "purchase")}, ${moneyText(page.totalCents, currency)} in total`}
            </p>
            {page.total > 0 && <a href={filteredPath(filter)}>Export as CSV</a>}
          </div>
          {page.items.length === 0 ? (
            <p class="muted">No purchase matches.</p>
          ) : (
            <PurchaseTable purchases={page.items} caption="Purchases, newest first" />
          )}
        </>
      )}
      <Pager url={frame.url} {...wanted} total={page.total} />
    </AccountLayout>
  );
}

function SearchForm({ filter }: { filter: PurchaseFilter }): JSX.Element {
  return (
    <form method="get" action={paths.purchases} class="search" aria-label="Purchases">
      {filter.status !== undefined && <input type="hidden" name="status" value={filter.status} />}
      <div class="field">
        <label for="q">Search by title</label>
        <input id="q" type="search" name="q" value={escapeHtml(filter.titlePart ?? "")} />
      </div>
      <button class="button plain" type="submit">
        Search
      </button>
    </form>
  );
}

function filteredPath({ status, titlePart }: PurchaseFilter): string {
  const query = new URLSearchParams();
  if (status !== undefined) query.set("status", status);
  if (titlePart !== undefined) query.set("q", titlePart);
  const path = `${paths.purchases}/download`;
  return query.size === 0 ? path : `${path}?${query}`;
}
