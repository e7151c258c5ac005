/** The list of purchases. */

import type { PurchaseView } from "../../../market/purchase/schemas.ts";
import type { PurchaseState } from "../../../market/vocabulary.ts";
import { purchaseStates } from "../../../market/vocabulary.ts";
import type { PagesContext } from "../../kit/context.ts";
import { Badge, Empty, Foreign, Money, Time } from "../../kit/parts.tsx";
import { privatePage } from "../../kit/respond.ts";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import type { PageOf, PageWanted } from "../context.ts";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type AccountRequest, pageWanted } from "../handle.tsx";
import { purchaseStateWords } from "./words.ts";

/** GET /account/purchases */
export async function showPurchases(
  ctx: PagesContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const given = url.searchParams.get("status");
  const status = purchaseStates.find((state) => state === given);
  const wanted = pageWanted(url);
  const page = await ctx.account.listPurchases(owner, { ...wanted, status });
  return privatePage(<PurchasesPage {...{ frame, wanted, page, status }} />);
}

function PurchasesPage(props: {
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
      lead="What your agents bought with your API keys. Until you confirm a delivery, or the holding time ends, the seller does not get the money."
    >
      {isUnused ? (
        <Empty
          title="Nothing bought yet"
          text="Your agents buy through the API with a key of yours. What they buy appears here."
        >
          <a class="button primary" href="/account/keys/new">
            Create an API key
          </a>
        </Empty>
      ) : (
        <>
          <StateFilters
            label="Purchases by state"
            path="/account/purchases"
            states={purchaseStates}
            words={purchaseStateWords}
            current={status}
          />
          {page.items.length === 0 ? (
            <p class="muted">No purchase is in this state.</p>
          ) : (
            <PurchaseTable purchases={page.items} caption="Purchases, newest first" />
          )}
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

export function PurchaseTable(props: { purchases: PurchaseView[]; caption: string }): JSX.Element {
  return (
    <Table
      caption={props.caption}
      columns={["Dataset", "State", "Bought", "API key", { label: "Price", kind: "number" }]}
      rows={props.purchases.map((purchase) => {
        const { id, dataset_title, status, created_at, metadata } = purchase;
        const { label, tone } = purchaseStateWords[status];
        return [
          <a href={`/account/purchases/${id}`}>
            <Foreign text={dataset_title} />
          </a>,
          <Badge tone={tone} label={label} />,
          <Time at={created_at} />,
          <Foreign text={metadata.api_key_name} />,
          <Money cents={purchase.price_cents} currency={purchase.currency} />,
        ];
      })}
    />
  );
}
