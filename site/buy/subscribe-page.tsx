/** Subscribing: the price of each period, when it is charged, and how to end it. */

import { PRICE_NOTICE_DAYS } from "../../market/limits.ts";
import type { Plan } from "../../market/listing/pricing/schemas.ts";
import { moneyText } from "../../market/pricing.ts";
import type { Frame } from "../account/frame.tsx";
import { priceEach } from "../account/subscriptions/words.ts";
import { ErrorSummary, OwnForm } from "../kit/fields.tsx";
import { Card, Time } from "../kit/parts.tsx";
import { termsLabels } from "../kit/terms-fields.tsx";
import { noTerms, type TermsForm } from "../kit/terms-form.ts";
import { AcceptanceCard } from "./acceptance-card.tsx";
import type { BuyForm } from "./buy-page.tsx";
import {
  AcceptedTerms,
  CheckoutLayout,
  Declined,
  GatedCard,
  OrderSummary,
  OverLimit,
} from "./checkout.tsx";
import { CardField } from "./fields.tsx";
import { subscribeFormPath } from "./paths.ts";
import type { PlanSale } from "./use-cases.ts";

type Props = {
  frame: Frame;
  sale: PlanSale;
  form: BuyForm & { acceptance?: TermsForm };
  /** Why the bank declined the last attempt; null: there was none. */
  declined: string | null;
};

export function SubscribePage({ frame, sale, form, declined }: Props): JSX.Element {
  const { dataset, plan } = sale;
  const { currency } = dataset;
  const amount = plan === null ? null : { cents: plan.price_cents, currency };
  return (
    <CheckoutLayout
      frame={frame}
      title="Subscribe to"
      about={dataset.title}
      back={{ href: `/datasets/${dataset.id}`, label: "Back to the dataset" }}
      summary={<OrderSummary dataset={dataset} amount={amount} />}
    >
      <ErrorSummary
        errors={form.errors}
        labels={{ payment_method_id: "Payment method", ...termsLabels }}
      />
      {form.isOverLimit && <OverLimit />}
      {declined !== null && <Declined reason={declined} />}
      {plan === null ? (
        <Card title="No such plan">
          <p>The seller does not offer this plan, or no longer does.</p>
        </Card>
      ) : (
        frame.standing.suspendedReason === null &&
        (sale.gate ? (
          <GatedCard datasetId={dataset.id} gate={sale.gate} />
        ) : (
          <SubscribeForm {...{ frame, sale, form, plan }} />
        ))
      )}
    </CheckoutLayout>
  );
}

const acceptanceLead =
  "In each period we check the version that the seller publishes, before you can download it. If all conditions " +
  "hold, the seller is paid at once. If one fails, the period is refunded, and the subscription ends with it unless " +
  "the seller publishes another version. Until a version has passed, a period has no download.";

function SubscribeForm(props: Omit<Props, "declined"> & { plan: Plan }): JSX.Element {
  const { frame, sale, form, plan } = props;
  const { dataset, cards, periodEndsAt } = sale;
  const { currency, license } = dataset;
  const { price_cents: cents, interval } = plan;
  return (
    <OwnForm action={subscribeFormPath(dataset.id)} viewer={frame.viewer} class="stack">
      <input type="hidden" name="plan" value={interval} />
      <input type="hidden" name="expected_price_cents" value={String(cents)} />
      <CardField cards={cards} cardId={form.cardId} errors={form.errors} canAdd />
      <AcceptanceCard
        form={form.acceptance ?? noTerms}
        errors={form.errors}
        dataset={dataset}
        lead={acceptanceLead}
      />
      <section class="stack-s" aria-labelledby="renewal">
        <h2 id="renewal">What you agree to</h2>
        <ul class="bullets">
          <li>
            <strong safe>{priceEach(cents, currency, interval)}</strong>, charged today and then
            automatically at the start of each {interval}, next on <Time at={periodEndsAt} day />,
            until you cancel.
          </li>
          <li>
            A period pays for the current version and every version published in it. You keep them.
            With conditions, it opens when a version published in it has passed.
          </li>
          <li>
            The money stays in escrow until the seller publishes a version. A period without one is
            refunded.
          </li>
          {plan.trial_days > 0 && (
            <li safe>
              {`If it is your first subscription of this dataset and you cancel within ${plan.trial_days} days, you are refunded.`}
            </li>
          )}
          <li safe>
            {`A higher price applies at the earliest ${PRICE_NOTICE_DAYS} days after we notify you.`}
          </li>
          <li>You can pause or cancel at any time in your account.</li>
        </ul>
      </section>
      <div class="stack-s">
        <button class="button primary big" type="submit" safe>
          {cards.length === 0 ? "Add a card" : `Subscribe for ${moneyText(cents, currency)}`}
        </button>
        <AcceptedTerms act="subscribing" license={license} />
      </div>
    </OwnForm>
  );
}
