import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import type { PageOf, PageWanted } from "../../kit/paging.ts";
import { Empty, Foreign, Time } from "../../kit/parts.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { Holder, WebhookState } from "./standing.tsx";
import { kindsWords } from "./words.ts";

export function WebhooksPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnerWebhookView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  const create = frame.standing.suspendedReason === null && (
    <a class="button primary" href="/account/webhooks/new">
      Create a webhook
    </a>
  );
  return (
    <AccountLayout
      frame={frame}
      title="Webhooks"
      lead="URLs to which we send events: purchases, bids, messages, your listings."
      action={page.total > 0 && create ? create : undefined}
    >
      {page.total === 0 ? (
        <Empty
          title="No webhook yet"
          text="Get events at your own URL or your agents' as they happen. You can also read them through the API."
        >
          {create}
        </Empty>
      ) : (
        <>
          <Table
            caption="Webhooks, newest first"
            columns={["Address", "State", "Events", "Depends on", "Created"]}
            rows={page.items.map(webhookCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
  );
}

function webhookCells(webhook: OwnerWebhookView): JSX.Element[] {
  const { id, url, description, types, created_at } = webhook;
  return [
    <span class="lines">
      <a href={`/account/webhooks/${id}`}>
        <Foreign text={url} />
      </a>
      {description !== null && (
        <span class="muted small">
          <Foreign text={description} />
        </span>
      )}
    </span>,
    <WebhookState webhook={webhook} />,
    <span>{kindsWords(types)}</span>,
    <Holder webhook={webhook} />,
    <Time at={created_at} day />,
  ];
}
