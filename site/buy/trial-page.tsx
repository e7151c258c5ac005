import { counted } from "../../market/counted.ts";
import { TRIAL_CREDIT_DAYS } from "../../market/purchase/limits.ts";
import type { Frame } from "../account/frame.tsx";
import { ErrorSummary, OwnForm } from "../kit/fields.tsx";
import { Card, Foreign, Money } from "../kit/parts.tsx";
import { type BuyForm, EarlierCard } from "./buy-page.tsx";
import {
  CheckoutLayout,
  Declined,
  GatedCard,
  OverLimit,
  PayButton,
  Total,
  WhatHappensNext,
} from "./checkout.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { buyPath, trialFormPath } from "./paths.ts";
import type { Trial, TrialSale } from "./use-cases.ts";

type Props = {
  frame: Frame;
  sale: TrialSale;
  form: BuyForm;
  /** Why the bank declined the last attempt; null: there was none. */
  declined: string | null;
};

const labels = { payment_method_id: "Payment method", allow_duplicate: "The same file" };

export function TrialPage({ frame, sale, form, declined }: Props): JSX.Element {
  const { dataset, trial, earlier } = sale;
  return (
    <CheckoutLayout
      frame={frame}
      title="Try"
      about={dataset.title}
      back={{ href: `/datasets/${dataset.id}`, label: "Back to the dataset" }}
      summary={<Summary sale={sale} />}
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      {form.isOverLimit && <OverLimit />}
      {declined !== null && earlier === null && <Declined reason={declined} />}
      {earlier !== null ? (
        <EarlierCard earlier={earlier} />
      ) : sale.gate ? (
        <GatedCard datasetId={dataset.id} gate={sale.gate} />
      ) : trial?.status === "ready" ? (
        frame.standing.suspendedReason === null && <PayForm {...{ frame, sale, form, trial }} />
      ) : (
        <NoTrialCard {...{ trial, datasetId: dataset.id }} />
      )}
    </CheckoutLayout>
  );
}

function NoTrialCard(props: { trial: Trial | null; datasetId: string }): JSX.Element {
  const isComing = props.trial?.status === "preparing";
  return (
    <Card title={isComing ? "Almost ready" : "No trial"}>
      <p>
        {isComing
          ? "The rows of this version are being drawn. Reload the page in a minute."
          : "The seller offers no trial of this version."}
      </p>
      <div class="actions">
        <a class="button plain" href={buyPath(props.datasetId)}>
          Buy the whole file
        </a>
      </div>
    </Card>
  );
}

function Summary({ sale: { dataset, trial } }: { sale: TrialSale }): JSX.Element {
  const { title, seller, version, currency, row_count: rows } = dataset;
  const whole = rows === null ? "" : ` of ${counted(rows, "row")}`;
  return (
    <aside class="card checkout-summary stack-m" aria-label="Order summary">
      <div>
        <h2>
          <Foreign text={title} />
        </h2>
        <p class="small muted">
          <Foreign text={seller.name} />, version {version}
        </p>
      </div>
      {trial !== null && (
        <>
          <p
            safe
          >{`A CSV file of ${trial.rows.toLocaleString("en")}${whole}, spread evenly over the file.`}</p>
          <Total cents={trial.price_cents} currency={currency} />
        </>
      )}
    </aside>
  );
}

function PayForm(props: Omit<Props, "declined"> & { trial: Trial }): JSX.Element {
  const { frame, sale, form, trial } = props;
  const { dataset, cards, heldUntil } = sale;
  const { currency, license } = dataset;
  const { price_cents: cents } = trial;
  return (
    <OwnForm action={trialFormPath(dataset.id)} viewer={frame.viewer} class="stack">
      <input type="hidden" name="expected_price_cents" value={String(cents)} />
      <input type="hidden" name="version" value={String(dataset.version)} />
      <p>
        If you buy the whole file for <Money cents={dataset.price_cents} currency={currency} />{" "}
        within <span safe>{counted(TRIAL_CREDIT_DAYS, "day")}</span>, you pay{" "}
        <strong>
          <Money cents={cents} currency={currency} />
        </strong>{" "}
        less.
      </p>
      <CardField cards={cards} cardId={form.cardId} errors={form.errors} canAdd />
      {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
      <WhatHappensNext {...{ cents, currency, heldUntil }} />
      <PayButton {...{ cents, currency, license }} hasCard={cards.length > 0} />
    </OwnForm>
  );
}
