import { type SubscriptionState, subscriptionStates } from "../../../db/vocabulary/subscription.ts";
import type { SubscriptionView } from "../../../market/subscription/schemas.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Badge, Empty, Foreign, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { priceEach, subscriptionStateWords } from "./words.ts";

export function SubscriptionsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<SubscriptionView>;
  status: SubscriptionState | undefined;
}): JSX.Element {
  const { frame, wanted, page, status } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Subscriptions"
      lead="Each paid period is a purchase: its money stays in escrow until the seller publishes a new version, and is refunded if there is none."
    >
      <StateFilters
        label="Subscriptions by state"
        path={paths.subscriptions}
        states={subscriptionStates}
        words={subscriptionStateWords}
        current={status}
      />
      {page.total === 0 ? (
        <Empty title="No subscriptions" text="Datasets with a plan offer it next to their price.">
          <a class="button plain" href="/datasets">
            Find datasets
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Subscriptions, latest first"
            columns={["Dataset", "State", "Period ends", "API key", "Price"]}
            rows={page.items.map(cells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function cells(subscription: SubscriptionView): JSX.Element[] {
  const { label, tone } = subscriptionStateWords[subscription.status];
  const { price_cents: cents, currency, interval } = subscription;
  return [
    <a href={`${paths.subscriptions}/${subscription.id}`}>
      <Foreign text={subscription.dataset_title} />
    </a>,
    <Badge tone={tone} label={label} />,
    <Time at={subscription.period_ends_at} day />,
    <Foreign text={subscription.metadata.api_key_name} />,
    <span safe>{priceEach(cents, currency, interval)}</span>,
  ];
}
