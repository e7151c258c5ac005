/** Paying for an auction that was won, or that is offered because the winner did not pay. */

import { isPayableAward } from "../../market/auction/rules.ts";
import { moneyText } from "../../market/pricing.ts";
import { AccountLayout, type Frame } from "../account/frame.tsx";
import { paths } from "../account/paths.ts";
import { Confirm, ErrorSummary, OwnForm, PostButton } from "../kit/fields.tsx";
import { Card, Foreign, Money, Time } from "../kit/parts.tsx";
import type { Payable } from "./auction-use-cases.ts";
import type { BuyForm } from "./buy-page.tsx";
import { CardField, DuplicateField } from "./fields.tsx";
import { offerPath } from "./paths.ts";

type Props = { frame: Frame; payable: Payable; form: BuyForm };

export function OfferPage({ frame, payable, form }: Props): JSX.Element {
  const { bid, offer } = payable;
  const isOpen = isPayableAward(offer.status);
  return (
    <AccountLayout
      frame={frame}
      title={offer.status === "offered" ? "Offered to you" : "Pay for your win"}
      up={{ href: "/account/auctions", label: "Auctions" }}
    >
      <ErrorSummary errors={form.errors} labels={{ payment_method_id: "Card" }} />
      {isOpen ? <PayCard {...{ frame, payable, form }} /> : <EndedCard offer={offer} />}
      <p class="small muted">
        Dataset: <Foreign text={bid.dataset.title} />
      </p>
    </AccountLayout>
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
  const { bid, offer, cards } = payable;
  const { currency } = bid.auction;
  if (frame.standing.suspendedReason !== null) return "";
  return (
    <Card title="What you pay">
      <p class="price">
        <Money cents={offer.price_cents} currency={currency} />
      </p>
      <p>
        {offer.status === "offered"
          ? "The winner did not pay. You are not bound to take it; nothing is charged unless you do."
          : "Your card was not charged. If you do not pay in time, the next bidder gets an offer."}{" "}
        {offer.due_at !== null && (
          <>
            The offer ends at{" "}
            <strong>
              <Time at={offer.due_at} />
            </strong>
            .
          </>
        )}
      </p>
      {cards.length > 0 && (
        <OwnForm action={`${offerPath(offer.id)}/pay`} viewer={frame.viewer}>
          <CardField cards={cards} cardId={form.cardId} errors={form.errors} />
          {form.asksForDuplicate && <DuplicateField errors={form.errors} verb="Buy" />}
          <p class="muted">
            We hold the money until you confirm the file, or until the holding time ends.
          </p>
          <div class="actions">
            <button class="button primary" type="submit" safe>
              {`Pay ${moneyText(offer.price_cents, currency)}`}
            </button>
          </div>
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
    </Card>
  );
}
