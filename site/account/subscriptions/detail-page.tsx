import type { CardSummary } from "../../../market/account/read.ts";
import type { SubscriptionView } from "../../../market/subscription/schemas.ts";
import { CardField } from "../../buy/fields.tsx";
import { OwnForm, PostButton } from "../../kit/fields.tsx";
import { formatCard } from "../../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { TermsList } from "../../kit/terms-list.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";
import { purchaseStateWords } from "../purchases/words.ts";
import { acceptanceStateWords, endCauseWords, priceEach, subscriptionStateWords } from "./words.ts";

type Props = { frame: Frame; subscription: SubscriptionView; cards: CardSummary[] };

export function SubscriptionPage({ frame, subscription, cards }: Props): JSX.Element {
  const { label, tone } = subscriptionStateWords[subscription.status];
  const mayAct = frame.standing.suspendedReason === null && subscription.status !== "ended";
  return (
    <AccountLayout
      frame={frame}
      title={subscription.dataset_title}
      up={{ href: paths.subscriptions, label: "Subscriptions" }}
    >
      <div class="row-actions">
        <Badge tone={tone} label={label} />
      </div>
      <div class="cols">
        <div class="stack">
          <StatusCard subscription={subscription} />
          {mayAct && <RenewalCard frame={frame} subscription={subscription} />}
        </div>
        <div class="stack">
          <TermsCard subscription={subscription} />
          {mayAct && <CardCard frame={frame} subscription={subscription} cards={cards} />}
        </div>
      </div>
      <Versions subscription={subscription} />
      <Periods subscription={subscription} />
    </AccountLayout>
  );
}

type Shown = { subscription: SubscriptionView };

function StatusCard({ subscription }: Shown): JSX.Element {
  const { status, failure, next_charge_at: nextChargeAt, end_cause: cause } = subscription;
  return (
    <Card title="Status">
      {cause !== null && <p safe>{endCauseWords[cause]}</p>}
      {status === "past_due" && (
        <p>
          <span safe>{failure ?? "The payment failed."}</span> Choose another card to try again now.
        </p>
      )}
      {status === "pending" && (
        <p class="muted">The first payment has no outcome yet. Its purchase below says more.</p>
      )}
      <PriceNotice subscription={subscription} />
      <Facts
        facts={[
          [
            "Period",
            <Span from={subscription.period_starts_at} to={subscription.period_ends_at} />,
          ],
          nextChargeAt === null ? null : ["Next charge", <Time at={nextChargeAt} />],
          subscription.trial_ends_at === null
            ? null
            : ["Trial until", <Time at={subscription.trial_ends_at} />],
          subscription.ended_at === null ? null : ["Ended", <Time at={subscription.ended_at} />],
        ]}
      />
      {(subscription.periods ?? [])
        .slice(0, 1)
        .map(({ purchase_id: purchaseId, status: paid, acceptance }) =>
          paid === "refunded" ? (
            <p>The last payment was refunded.</p>
          ) : (
            <p>
              <a class="button plain" href={`${paths.purchases}/${purchaseId}`}>
                {acceptance === "pending" ? "Open the payment" : "Open the paid file"}
              </a>
            </p>
          ),
        )}
    </Card>
  );
}

function Span({ from, to }: { from: string; to: string }): JSX.Element {
  return (
    <span>
      <Time at={from} day /> – <Time at={to} day />
    </span>
  );
}

function PriceNotice({ subscription }: Shown): JSX.Element {
  const { next_price_cents: cents, next_price_at: at, currency, interval } = subscription;
  if (cents === null || at === null) return "";
  return (
    <p>
      <strong safe>{priceEach(cents, currency, interval)}</strong> for periods that start at{" "}
      <Time at={at} /> or later. Cancel before if you do not agree.
    </p>
  );
}

const renewalWords = {
  on: "The next period is charged when this one ends.",
  paused: "Nothing is charged until you continue.",
  off: "It ends with the period that you have paid.",
};

function RenewalCard({ frame, subscription }: Shown & { frame: Frame }): JSX.Element {
  const { renewal, trial_ends_at: trialEndsAt, status } = subscription;
  const isRefunded = subscription.periods?.at(0)?.status === "refunded";
  const acts = [
    renewal !== "on" && { value: "on", label: "Continue" },
    renewal === "on" && { value: "paused", label: "Pause" },
    renewal !== "off" && { value: "off", label: "Cancel the subscription" },
  ].filter((act) => act !== false);
  return (
    <Card title="Renewal">
      <p safe>{renewalWords[renewal]}</p>
      {renewal !== "off" && status === "active" && (
        <p class="muted small">
          {isRefunded
            ? "If you cancel, it ends at once: this period was refunded."
            : "If you cancel, you keep the versions of this period."}
          {!isRefunded && trialEndsAt !== null && (
            <>
              {" "}
              Until <Time at={trialEndsAt} />, the period is refunded instead.
            </>
          )}
        </p>
      )}
      <div class="actions">
        {acts.map(({ value, label }) => (
          <PostButton
            action={`${paths.subscriptions}/${subscription.id}/renewal/${value}`}
            viewer={frame.viewer}
            label={label}
            {...(value === "off" ? { kind: "danger" as const } : {})}
          />
        ))}
      </div>
    </Card>
  );
}

function TermsCard({ subscription }: Shown): JSX.Element {
  const { metadata, price_cents: cents, currency, interval } = subscription;
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ["Price", <span safe>{priceEach(cents, currency, interval)}</span>],
          ["Card", <span safe>{formatCard(metadata.payment_method)}</span>],
          [
            "API key",
            <a href={`${paths.keys}/${metadata.api_key_id}`}>
              <Foreign text={metadata.api_key_name} />
            </a>,
          ],
          ["Started", <Time at={subscription.started_at} />],
        ]}
      />
      {subscription.acceptance !== null && (
        <>
          <h3>Conditions for each period</h3>
          <TermsList terms={subscription.acceptance} />
        </>
      )}
      <p class="small">
        <a href={`/datasets/${subscription.dataset_id}`}>The dataset's public page</a>
      </p>
    </Card>
  );
}

function CardCard({ frame, subscription, cards }: Props): JSX.Element {
  const { status, metadata } = subscription;
  const hasAnother = cards.some(({ id }) => id !== metadata.payment_method.id);
  if (!hasAnother && status !== "past_due") {
    return (
      <Card title="Another card">
        <p>
          <a href={paths.cards}>Add another card</a>, then choose it here.
        </p>
      </Card>
    );
  }
  return (
    <Card title={status === "past_due" ? "Pay now" : "Another card"}>
      <OwnForm
        action={`${paths.subscriptions}/${subscription.id}/card`}
        viewer={frame.viewer}
        class="stack-s"
      >
        <CardField cards={cards} cardId={metadata.payment_method.id} errors={{}} />
        <div class="actions">
          <button class="button plain" type="submit">
            Use this card
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function Versions({ subscription }: Shown): JSX.Element {
  const versions = subscription.versions ?? [];
  if (versions.length === 0) return "";
  return (
    <section class="card stack-s" aria-labelledby="versions">
      <h2 id="versions">Versions in your paid periods</h2>
      <Table
        caption="Versions, the latest first"
        columns={["Version", "Published", "File"]}
        rows={versions.map(({ version, published_at, purchase_id: purchaseId }) => [
          <span>{version}</span>,
          <Time at={published_at} />,
          <a href={`/account/purchases/${purchaseId}/download?version=${version}`}>Download</a>,
        ])}
      />
    </section>
  );
}

function Periods({ subscription }: Shown): JSX.Element {
  const { periods = [], currency } = subscription;
  return (
    <section class="card stack-s" aria-labelledby="periods">
      <h2 id="periods">Payments</h2>
      <Table
        caption="Payments, the latest first"
        columns={["Period", "State", "Update", { label: "Price", kind: "number" }, "Purchase"]}
        rows={periods.map((period) => {
          const { label, tone } = purchaseStateWords[period.status];
          return [
            <Span from={period.starts_at} to={period.ends_at} />,
            <span class="lines">
              <Badge tone={tone} label={label} />
              {period.acceptance !== null && (
                <span class="small muted" safe>
                  {acceptanceStateWords[period.acceptance]}
                </span>
              )}
            </span>,
            <span safe>
              {period.delivered_version === null ? "–" : `Version ${period.delivered_version}`}
            </span>,
            <Money cents={period.price_cents} currency={currency} />,
            <a href={`${paths.purchases}/${period.purchase_id}`}>Open</a>,
          ];
        })}
      />
    </section>
  );
}
