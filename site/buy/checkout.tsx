/** The checkout's own frame: no menu; next to the form the dataset and its total. */
import type { PropsWithChildren } from "@kitajs/html";
import { counted } from "../../market/counted.ts";
import { formatByteSize } from "../../market/format.ts";
import { moneyText } from "../../market/pricing.ts";
import { type Frame, Messages } from "../account/frame.tsx";
import { paths } from "../account/paths.ts";
import { formatDay } from "../kit/format.ts";
import { Icon } from "../kit/icons.tsx";
import { Layout } from "../kit/layout.tsx";
import { Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { accessPath } from "./paths.ts";
import type { ClosedGate, SaleDataset } from "./use-cases.ts";

type CheckoutProps = PropsWithChildren<{
  frame: Frame;
  /** The heading; `about` follows it. */
  title: string;
  /** The dataset's title. */
  about: string;
  back: { href: string; label: string };
  summary: JSX.Element;
}>;

export function CheckoutLayout(props: CheckoutProps): JSX.Element {
  const { frame, title, about, back, summary } = props;
  return (
    <Layout title={`${title} ${about}`} viewer={frame.viewer} kind="checkout">
      <div class="checkout">
        <div class="checkout-head stack-s">
          <p class="small">
            <a href={back.href} safe>{`‹ ${back.label}`}</a>
          </p>
          <h1>
            {title} <Foreign text={about} />
          </h1>
          <Messages {...frame} />
        </div>
        {summary}
        <div class="checkout-form stack-m">{props.children}</div>
      </div>
    </Layout>
  );
}

/** `creditCents`: of a trial, already taken off. */
type Amount = { cents: number; currency: string; creditCents?: number | undefined };

/** What the buyer gets, and what it costs in all. Nothing is added to the seller's price. */
export function OrderSummary(props: { dataset: SaleDataset; amount: Amount | null }): JSX.Element {
  const { dataset, amount } = props;
  const { title, seller, version, format, byte_size: bytes, row_count: rows } = dataset;
  const { sha256, license, quality_score: quality } = dataset;
  const file = [
    format?.toUpperCase(),
    bytes === null ? null : formatByteSize(bytes),
    rows === null ? null : counted(rows, "row"),
  ].filter((part) => part != null);
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
      <Facts
        facts={[
          file.length === 0 ? null : ["File", <span safe>{file.join(", ")}</span>],
          license === null ? null : ["Licence", <Foreign text={license} />],
          quality === null ? null : ["Quality", <span>{Math.round(quality * 100)} of 100</span>],
          sha256 === null ? null : ["SHA-256", <code safe>{sha256}</code>],
        ]}
      />
      {amount !== null && <Total {...amount} />}
      <p class="small muted">
        You keep this version for good, even if the seller withdraws the dataset.
      </p>
    </aside>
  );
}

/** As {@link OrderSummary}, for an auction's licence. */
export function AwardSummary(props: { title: string; amount: Amount | null }): JSX.Element {
  return (
    <aside class="card checkout-summary stack-m" aria-label="Order summary">
      <h2>
        <Foreign text={props.title} />
      </h2>
      {props.amount !== null && <Total {...props.amount} />}
      <p class="small muted">
        You keep this version for good, even if the seller withdraws the dataset.
      </p>
    </aside>
  );
}

export function Total({ cents, currency, creditCents = 0 }: Amount): JSX.Element {
  return (
    <dl class="total">
      <dt>Price</dt>
      <dd>
        <Money cents={cents + creditCents} currency={currency} />
      </dd>
      {creditCents > 0 && (
        <>
          <dt>Your trial</dt>
          <dd>
            −<Money cents={creditCents} currency={currency} />
          </dd>
        </>
      )}
      <dt>Tax</dt>
      <dd>
        <Money cents={0} currency={currency} />
      </dd>
      <dt>
        <strong>Total</strong>
      </dt>
      <dd>
        <strong>
          <Money cents={cents} currency={currency} />
        </strong>
      </dd>
    </dl>
  );
}

/** The payment's next steps, with the date on which the seller is paid. */
export function WhatHappensNext(props: Amount & { heldUntil: Date }): JSX.Element {
  const { cents, currency, heldUntil } = props;
  const day = formatDay(heldUntil);
  return (
    <section class="stack-s" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol class="when">
        <li>
          <span class="muted">Today</span>
          <div>
            <strong>
              You pay <Money cents={cents} currency={currency} />
            </strong>
            <p class="small muted">
              We hold the money in escrow. You can download the file at once.
            </p>
          </div>
        </li>
        <li>
          <span class="muted">
            Until <Time at={heldUntil} day />
          </span>
          <div>
            <strong>You check the file</strong>
            <p class="small muted">
              If it does not match this description, you are refunded automatically. If something
              else is wrong, open a dispute and the money stays in escrow.
            </p>
          </div>
        </li>
        <li>
          <span class="muted" safe>
            {day}
          </span>
          <div>
            <strong>The seller is paid</strong>
            <p class="small muted">
              Sooner if you confirm earlier. Your receipt is on the purchase's page.
            </p>
          </div>
        </li>
      </ol>
    </section>
  );
}

/** A limit of the person's own key refused the purchase. */
export function OverLimit(): JSX.Element {
  return (
    <p>
      <a href={paths.keys}>Change the limit</a> of “You, on this website”, and return to this page.
    </p>
  );
}

export function Declined({ reason }: { reason: string }): JSX.Element {
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>Your card was declined. Nothing was charged.</strong>
        </p>
        <p>
          <span safe>{reason}</span> Choose or add another card.
        </p>
      </div>
    </div>
  );
}

/** In place of a form that the seller's gate would refuse. */
export function GatedCard(props: {
  datasetId: string;
  gate: NonNullable<ClosedGate>;
}): JSX.Element {
  const isAsked = props.gate === "asked";
  return (
    <Card title={isAsked ? "The seller reads your answers" : "The seller approves each buyer"}>
      <p>
        {isAsked
          ? "You can order once the seller has approved you. We notify you of the decision."
          : "Answer the seller's questions first. Nothing is charged by that."}
      </p>
      <div class="actions">
        <a class={isAsked ? "button" : "button primary"} href={accessPath(props.datasetId)}>
          {isAsked ? "See your answers" : "Ask for access"}
        </a>
      </div>
    </Card>
  );
}

/** Pays, or adds the first card and returns. */
export function PayButton(
  props: Pick<Amount, "cents" | "currency"> & { license: string | null; hasCard: boolean },
): JSX.Element {
  const price = moneyText(props.cents, props.currency);
  return (
    <div class="stack-s">
      <button class="button primary big" type="submit" safe>
        {props.hasCard ? `Pay ${price}` : "Add a card"}
      </button>
      {!props.hasCard && (
        <p class="small muted" safe>
          {`You return here and pay ${price} then. Adding a card charges nothing.`}
        </p>
      )}
      <AcceptedTerms act="paying" license={props.license} />
    </div>
  );
}

/** `act`: what accepts them, such as `paying`. */
export function AcceptedTerms(props: { act: string; license: string | null }): JSX.Element {
  const { act, license } = props;
  return (
    <p class="small muted">
      By <span safe>{act}</span>, you accept the <a href="/terms">terms of use</a>
      {license !== null && (
        <>
          {" "}
          and the licence <Foreign text={license} />
        </>
      )}
      .
    </p>
  );
}
