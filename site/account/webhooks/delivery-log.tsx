import { escapeHtml } from "@kitajs/html";
import { deliveryStates } from "../../../db/vocabulary/webhook.ts";
import { counted } from "../../../market/counted.ts";
import type { OwnerWebhookView } from "../../../market/webhook/owner-webhook-view.ts";
import type { DeliveryView } from "../../../market/webhook/schemas.ts";
import { PostButton } from "../../kit/fields.tsx";
import type { PageOf } from "../../kit/paging.ts";
import { Badge, Foreign, Time } from "../../kit/parts.tsx";
import { StateFilters } from "../../kit/state-filters.tsx";
import { Pager, Table } from "../../kit/table.tsx";
import type { Frame } from "../frame.tsx";
import type { DeliveriesWanted } from "./use-cases.ts";
import { deliveryStateWords, lastAnswer } from "./words.ts";

export function DeliveryLog(props: WebhookPageProps): JSX.Element {
  const { frame, webhook, wanted, deliveries } = props;
  const { status, ...page } = wanted;
  const path = `/account/webhooks/${webhook.id}`;
  const isUnused = deliveries.total === 0 && status === undefined;
  return (
    <section class="stack-m log" aria-labelledby="log">
      <div class="section-head">
        <h2 id="log">Delivery log</h2>
        <a href={status === undefined ? path : `${path}?status=${status}`}>Refresh</a>
      </div>
      {isUnused ? (
        <p class="muted">Nothing was sent yet. Tests are sent like any event and appear here.</p>
      ) : (
        <>
          <StateFilters
            label="Deliveries by state"
            path={path}
            states={deliveryStates}
            words={deliveryStateWords}
            current={status}
          />
          {deliveries.items.length === 0 ? (
            <p class="muted">No delivery is in this state.</p>
          ) : (
            <Table
              caption="Deliveries, latest event first"
              columns={[
                "Event",
                "State",
                "Last answer",
                "Next attempt",
                { label: "Actions", kind: "actions" },
              ]}
              rows={deliveries.items.map((delivery) => deliveryCells(delivery, props))}
            />
          )}
          <Pager url={frame.url} {...page} total={deliveries.total} />
        </>
      )}
    </section>
  );
}

function deliveryCells(delivery: DeliveryView, props: WebhookPageProps): JSX.Element[] {
  const { event_type, event_id, status, attempts, created_at, next_attempt_at } = delivery;
  const { label, tone } = deliveryStateWords[status];
  return [
    <span class="lines">
      <Dotted name={event_type} />
      <span class="muted small">
        <Time at={created_at} />
      </span>
      <code class="muted small" safe>
        {event_id}
      </code>
    </span>,
    <span class="lines">
      <Badge tone={tone} label={label} />
      {attempts > 0 && (
        <span class="muted small" safe>
          {counted(attempts, "try", "tries")}
        </span>
      )}
    </span>,
    <Answer delivery={delivery} />,
    next_attempt_at === null ? <span class="muted">None</span> : <Time at={next_attempt_at} />,
    <Retry delivery={delivery} {...props} />,
  ];
}

/** A name such as `purchase.payment_failed`, with line breaks allowed only between its words. */
function Dotted({ name }: { name: string }): JSX.Element {
  return (
    <span>
      {name.split(/(?<=[._])/).map((part) => (
        <>
          <wbr />
          {escapeHtml(part)}
        </>
      ))}
    </span>
  );
}

function Answer({ delivery }: { delivery: DeliveryView }): JSX.Element {
  const { last_attempt_at, response_excerpt } = delivery;
  return (
    <span class="lines">
      <Foreign text={lastAnswer(delivery)} />
      {last_attempt_at !== null && (
        <span class="muted small">
          <Time at={last_attempt_at} />
        </span>
      )}
      {response_excerpt !== null && response_excerpt !== "" && (
        <details class="excerpt">
          <summary class="small">Response</summary>
          <pre>
            <code safe>{response_excerpt}</code>
          </pre>
        </details>
      )}
    </span>
  );
}

function Retry(props: WebhookPageProps & { delivery: DeliveryView }): JSX.Element {
  const { frame, webhook, delivery } = props;
  const isCalled = webhook.enabled && webhook.holder.is_live;
  if (!isCalled || frame.standing.suspendedReason !== null) return "";
  return (
    <PostButton
      action={`/account/webhooks/${webhook.id}/deliveries/${delivery.id}/retry`}
      viewer={frame.viewer}
      label={delivery.status === "pending" ? "Retry now" : "Send again"}
      about={delivery.event_type}
      kind="link"
    />
  );
}

export type WebhookPageProps = {
  frame: Frame;
  webhook: OwnerWebhookView;
  wanted: DeliveriesWanted;
  deliveries: PageOf<DeliveryView>;
};
