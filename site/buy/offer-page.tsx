/** Paying for an auction that was won, or that is offered because the winner did not pay. */

import { isPayableAward } from "../../market/auction/rules.ts";
import { moneyText } from "../../market/pricing.ts";
import type { Frame } from "../account/frame.tsx";
import { paths } from "../account/paths.ts";
import { Confirm, ErrorSummary, OwnForm, PostButton } from "../kit/fields.tsx";
import { Card, Time } from "../kit/parts.tsx";
import type { Payable } from "./auction-use-cases.ts";
import type { BuyForm } from "./buy-page.tsx";
import { AwardSummary, CheckoutLayout, WhatHappensNext } from "./checkout.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { offerPath } from "./paths.ts";

type Props = { frame: Frame; payable: Payable; form: BuyForm };

export function OfferPage({ frame, payable, form }: Props): JSX.Element {
  const { bid, offer } = payable;
  const isOpen = isPayableAward(offer.status);
  const amount = isOpen ? { cents: offer.price_cents, currency: bid.auction.currency } : null;
  return (
    <CheckoutLayout
      frame={frame}
      title={offer.status === "offered" ? "Offered to you:" : "Pay for"}
      about={bid.dataset.title}
      back={{ href: paths.auctions, label: "Bids" }}
      summary={<AwardSummary title={bid.dataset.title} amount={amount} />}
    >
      <ErrorSummary errors={form.errors} labels={{ payment_method_id: "Card" }} />
      {isOpen ? <PayCard {...{ frame, payable, form }} /> : <EndedCard offer={offer} />}
    </CheckoutLayout>
  );
}

function DeclineForm({ frame, offer }: Pick<Props, "frame"> & Pick<Payable, "offer">): JSX.Element {
  return (
    <Confirm summary="Decline">
      <p>It is offered to the next bidder at once. You cannot undo this.</p>
      <PostButton
        action={`${offerPath(offer.id)}/decline`}
        viewer={frame.viewer}
        label="Decline the offer"
        kind="danger"
      />
    </Confirm>
  );
}

function EndedCard({ offer }: { offer: Payable["offer"] }): JSX.Element {
  return (
    <Card title="There is nothing to pay now">
      <p>
        {offer.status === "declined"
          ? "You turned it down. Nothing was charged."
          : "It is paid, is being charged, or has expired."}
      </p>
      {offer.purchase_id !== null && (
        <div class="actions">
          <a class="button plain" href={`/account/purchases/${offer.purchase_id}`}>
            See the purchase
          </a>
        </div>
      )}
    </Card>
  );
}

function PayCard({ frame, payable, form }: Props): JSX.Element {
  const { bid, offer, cards, heldUntil } = payable;
  const { currency } = bid.auction;
  const cents = offer.price_cents;
  if (frame.standing.suspendedReason !== null) return "";
  return (
    <>
      <p>
        {offer.status === "offered"
          ? "The winner did not pay. You need not take it; nothing is charged unless you do."
          : "Your card was not charged. If you do not pay in time, the next bidder gets an offer."}{" "}
        {offer.due_at !== null && (
          <>
            Pay by{" "}
            <strong>
              <Time at={offer.due_at} />
            </strong>
            .
          </>
        )}
      </p>
      {cards.length > 0 && (
        <OwnForm action={`${offerPath(offer.id)}/pay`} viewer={frame.viewer} class="stack">
          <CardField cards={cards} cardId={form.cardId} errors={form.errors} />
          {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
          <WhatHappensNext {...{ cents, currency, heldUntil }} />
          <button class="button primary big" type="submit" safe>
            {`Pay ${moneyText(cents, currency)}`}
          </button>
        </OwnForm>
      )}
      <PostButton
        action={paths.cards}
        viewer={frame.viewer}
        label={cards.length > 0 ? "Use another card" : "Add a card"}
        kind={cards.length > 0 ? "link" : "primary"}
        name="return_to"
        value={offerPath(offer.id)}
      />
      {offer.status === "offered" && <DeclineForm {...{ frame, offer }} />}
    </>
  );
}
