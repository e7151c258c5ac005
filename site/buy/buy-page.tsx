import { COUPON_CODE_CHARS_MAX } from "../../market/coupon/limits.ts";
import type { Frame } from "../account/frame.tsx";
import { purchaseStateWords } from "../account/purchases/words.ts";
import { ErrorSummary, OwnForm, TextField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { Badge, Card, Money, Time } from "../kit/parts.tsx";
import { termsLabels } from "../kit/terms-fields.tsx";
import { noTerms, type TermsForm } from "../kit/terms-form.ts";
import { AcceptanceCard } from "./acceptance-card.tsx";
import {
  CheckoutLayout,
  Declined,
  GatedCard,
  OrderSummary,
  OverLimit,
  PayButton,
  WhatHappensNext,
} from "./checkout.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { bidPath, orderPath } from "./paths.ts";
import type { Sale, SaleDataset } from "./use-cases.ts";

export type BuyForm = {
  cardId: string;
  errors: FieldErrors;
  asksForDuplicate: boolean;
  /** A limit of the person's own key refused the purchase. */
  isOverLimit: boolean;
};

type Props = {
  frame: Frame;
  sale: Sale;
  form: BuyForm & { acceptance?: TermsForm };
  /** Why the bank declined the last attempt; null: there was none. */
  declined: string | null;
};

const labels = {
  payment_method_id: "Payment method",
  allow_duplicate: "The same file",
  coupon: "Coupon code",
  ...termsLabels,
};

export function BuyPage({ frame, sale, form, declined }: Props): JSX.Element {
  const { dataset } = sale;
  const { price_cents: cents, currency } = dataset;
  const isPayable = canBePaid(sale);
  return (
    <CheckoutLayout
      frame={frame}
      title="Buy"
      about={dataset.title}
      back={{ href: `/datasets/${dataset.id}`, label: "Back to the dataset" }}
      summary={
        <OrderSummary
          dataset={dataset}
          amount={isPayable ? { cents, currency, creditCents: sale.credit?.cents } : null}
        />
      }
    >
      <ErrorSummary errors={form.errors} labels={labels} />
      {form.isOverLimit && <OverLimit />}
      {declined !== null && isPayable && <Declined reason={declined} />}
      <Choice {...{ frame, sale, form }} />
    </CheckoutLayout>
  );
}

function canBePaid({ dataset, earlier, gate }: Sale): boolean {
  return earlier === null && !gate && dataset.capabilities.buy && !dataset.capabilities.download;
}

function Choice({ frame, sale, form }: Omit<Props, "declined">): JSX.Element {
  const { dataset, earlier } = sale;
  if (earlier !== null) return <EarlierCard earlier={earlier} />;
  if (dataset.capabilities.download) return <FreeCard dataset={dataset} />;
  if (sale.gate) return <GatedCard datasetId={dataset.id} gate={sale.gate} />;
  if (!dataset.capabilities.buy) return <NotForSaleCard dataset={dataset} />;
  if (frame.standing.suspendedReason !== null) return "";
  return <PayForm {...{ frame, sale, form }} />;
}

/** Its button shows the page again with the coupon's price, and keeps what was typed. */
function CouponField({ sale, errors }: { sale: Sale; errors: FieldErrors }): JSX.Element {
  const { dataset, coupon, privateOfferId } = sale;
  if (dataset.pricing_type !== "buy_it_now" || privateOfferId != null) return "";
  const isUsed = coupon != null && coupon.fault === null;
  const fault = coupon?.fault ?? null;
  return (
    <details open={coupon != null || errors.coupon !== undefined}>
      <summary>{isUsed ? "Your coupon" : "Have a coupon?"}</summary>
      <div class="stack-s folded">
        {isUsed && (
          <p>
            Instead of <Money cents={coupon.listPriceCents} currency={dataset.currency} /> you pay{" "}
            <Money cents={dataset.price_cents} currency={dataset.currency} />.
          </p>
        )}
        <TextField
          name="coupon"
          label="Coupon code"
          value={coupon?.code ?? ""}
          maxlength={COUPON_CODE_CHARS_MAX}
          errors={fault === null ? errors : { coupon: fault }}
        />
        <div class="actions">
          <button class="button plain" type="submit" name="apply" value="coupon">
            {isUsed ? "Use another code" : "Apply"}
          </button>
        </div>
      </div>
    </details>
  );
}

export function EarlierCard({ earlier }: { earlier: NonNullable<Sale["earlier"]> }): JSX.Element {
  const { label, tone } = purchaseStateWords[earlier.status];
  const isTrial = earlier.trial !== null;
  return (
    <Card title={isTrial ? "You have the trial of this version" : "You have bought this version"}>
      <p>
        <Badge tone={tone} label={label} />
      </p>
      <p>
        You bought it on <Time at={earlier.created_at} />. You cannot pay twice for the same file.
      </p>
      <div class="actions">
        <a class="button primary" href={`/account/purchases/${earlier.id}`}>
          Go to your purchase
        </a>
      </div>
    </Card>
  );
}

function FreeCard({ dataset }: { dataset: SaleDataset }): JSX.Element {
  return (
    <Card title="This dataset is free">
      <p>Nothing is charged, and you need no card.</p>
      <div class="actions">
        <a class="button primary" href={`/datasets/${dataset.id}/file`}>
          Download
        </a>
      </div>
    </Card>
  );
}

function NotForSaleCard({ dataset }: { dataset: SaleDataset }): JSX.Element {
  const isAuction = dataset.pricing_type === "auction";
  return (
    <Card title="Not for sale at a fixed price">
      <p>
        {isAuction
          ? "This dataset is sold by auction to the highest bidders."
          : "Bids have exceeded the fixed price, or all licences are sold."}
      </p>
      <div class="actions">
        <a
          class="button plain"
          href={dataset.capabilities.bid ? bidPath(dataset.id) : `/datasets/${dataset.id}`}
        >
          {dataset.capabilities.bid ? "Bid" : "See the auction"}
        </a>
      </div>
    </Card>
  );
}

/** The price and the button are the same with and without a saved card. */
function PayForm({ frame, sale, form }: Omit<Props, "declined">): JSX.Element {
  const { dataset, cards, heldUntil } = sale;
  const { price_cents: cents, currency, license } = dataset;
  return (
    <OwnForm action={orderPath(dataset.id)} viewer={frame.viewer} class="stack">
      <input type="hidden" name="expected_price_cents" value={String(cents)} />
      <input type="hidden" name="version" value={String(dataset.version)} />
      {sale.privateOfferId != null && (
        <>
          <input type="hidden" name="private_offer_id" value={sale.privateOfferId} />
          <p>You pay your private price.</p>
        </>
      )}
      {sale.credit != null && (
        <p>
          Your <a href={`/account/purchases/${sale.credit.trialId}`}>trial</a> counts: you pay{" "}
          <Money cents={sale.credit.cents} currency={currency} /> less. With a coupon it does not
          count.
        </p>
      )}
      <CouponField sale={sale} errors={form.errors} />
      <CardField cards={cards} cardId={form.cardId} errors={form.errors} canAdd />
      {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
      <AcceptanceCard form={form.acceptance ?? noTerms} errors={form.errors} dataset={dataset} />
      <WhatHappensNext {...{ cents, currency, heldUntil }} />
      <PayButton {...{ cents, currency, license }} hasCard={cards.length > 0} />
    </OwnForm>
  );
}
