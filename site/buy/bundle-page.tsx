import type { Frame } from "../account/frame.tsx";
import { BundleDatasets } from "../bundles/datasets-table.tsx";
import { ChoiceField, ErrorSummary, OwnForm } from "../kit/fields.tsx";
import { Card, Foreign } from "../kit/parts.tsx";
import type { BundleSale } from "./bundle-use-cases.ts";
import type { BuyForm } from "./buy-page.tsx";
import {
  CheckoutLayout,
  Declined,
  OverLimit,
  PayButton,
  Total,
  WhatHappensNext,
} from "./checkout.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { bundleOrderPath, bundlePath } from "./paths.ts";

type Props = {
  frame: Frame;
  sale: BundleSale;
  form: BuyForm & { isPromised: boolean };
  /** Why the bank declined the last attempt; null: there was none. */
  declined: string | null;
};

const labels = {
  payment_method_id: "Payment method",
  allow_duplicate: "The same file",
  promised: "Check",
};

export function BuyBundlePage({ frame, sale, form, declined }: Props): JSX.Element {
  const { bundle } = sale;
  const isOpen = bundle.status === "open";
  return (
    <CheckoutLayout
      frame={frame}
      title="Buy"
      about={bundle.title}
      back={{ href: bundlePath(bundle.id), label: "Back to the bundle" }}
      summary={<Summary sale={sale} />}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      {form.isOverLimit && <OverLimit />}
      {declined !== null && isOpen && <Declined reason={declined} />}
      {isOpen ? (
        frame.standing.suspendedReason === null && <PayForm {...{ frame, sale, form }} />
      ) : (
        <Card title="Not on sale">
          <p>The bundle cannot be bought now. Look at its datasets one by one.</p>
        </Card>
      )}
    </CheckoutLayout>
  );
}

function Summary({ sale: { bundle } }: { sale: BundleSale }): JSX.Element {
  const { title, seller, price_cents: cents, currency, status } = bundle;
  return (
    <aside class="card checkout-summary stack-m" aria-label="Order summary">
      <div>
        <h2>
          <Foreign text={title} />
        </h2>
        <p class="small muted">
          Bundle by <Foreign text={seller.name} />
        </p>
      </div>
      <BundleDatasets bundle={bundle} />
      {status === "open" && <Total {...{ cents, currency }} />}
      <p class="small muted">
        You keep these versions for good, each under its own licence, even if the seller withdraws
        the datasets.
      </p>
    </aside>
  );
}

function PayForm({ frame, sale, form }: Omit<Props, "declined">): JSX.Element {
  const { bundle, cards, heldUntil } = sale;
  const { price_cents: cents, currency } = bundle;
  return (
    <OwnForm action={bundleOrderPath(bundle.id)} viewer={frame.viewer} class="stack">
      <input type="hidden" name="expected_price_cents" value={String(cents)} />
      <CardField cards={cards} cardId={form.cardId} errors={form.errors} canAdd />
      {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
      <ChoiceField
        kind="checkbox"
        name="promised"
        label="Before anybody can download"
        choices={[
          {
            value: "true",
            label: "Check each file against what its seller promises",
            hint: "A file that fails is refunded at its share. Files without a promise are not checked.",
          },
        ]}
        chosen={form.isPromised ? ["true"] : []}
        errors={form.errors}
      />
      <WhatHappensNext {...{ cents, currency, heldUntil }} />
      <PayButton {...{ cents, currency, license: null }} hasCard={cards.length > 0} />
    </OwnForm>
  );
}
