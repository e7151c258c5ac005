/** Bidding in an auction: its state, what a bid commits to, and the person's own maximum. */

import { moneyText } from "../../market/pricing.ts";
import { AccountLayout, type Frame } from "../account/frame.tsx";
import { paths } from "../account/paths.ts";
import { ChoiceField, ErrorSummary, OwnForm, PostButton, TextField } from "../kit/fields.tsx";
import type { FieldErrors } from "../kit/form.ts";
import { formatCard } from "../kit/format.ts";
import { Badge, Card, Facts, Foreign, Money, Time } from "../kit/parts.tsx";
import { termsLabels } from "../kit/terms-fields.tsx";
import type { TermsForm } from "../kit/terms-form.ts";
import { Script } from "../scripts/script.tsx";
import { AcceptanceCard } from "./acceptance-card.tsx";
import { AuctionBadge, isAuctionLive, LiveAuction } from "./auction-figures.tsx";
import type { Bidding } from "./auction-use-cases.ts";
import { GatedCard } from "./checkout.tsx";
import { DuplicateField } from "./fields.tsx";
import { bidFormPath, bidPath } from "./paths.ts";

export type BidForm = {
  amount: string;
  acceptance: TermsForm;
  errors: FieldErrors;
  asksForDuplicate: boolean;
  /** Keeps the box ticked when the form comes back for another reason. */
  allowsDuplicate: boolean;
  /** The amount that the person must confirm; null: none. */
  confirmCents: number | null;
};

type Props = { frame: Frame; bidding: Bidding; form: BidForm };

export function BidPage({ frame, bidding, form }: Props): JSX.Element {
  const { dataset } = bidding;
  return (
    <AccountLayout
      frame={frame}
      title="Bid in this auction"
      up={{ href: `/datasets/${dataset.id}`, label: "The dataset" }}
      head={isAuctionLive(dataset.auction) ? <Script name="auction.js" /> : undefined}
    >
      <ErrorSummary
        errors={form.errors}
        labels={{
          ...termsLabels,
          max_amount: "Your maximum",
          confirm_max_amount_cents: "Is this the amount?",
        }}
      />
      <div class="cols">
        {frame.standing.suspendedReason === null && (
          <div id="auction-acts">
            <MaximumCard {...{ frame, bidding, form }} />
          </div>
        )}
        <StandingCard bidding={bidding} />
      </div>
    </AccountLayout>
  );
}

function MaximumCard({ frame, bidding, form }: Props): JSX.Element {
  const { dataset, own, card } = bidding;
  const { auction } = dataset;
  if (auction === null || auction.state !== "open") {
    return (
      <Card title="Nobody can bid now">
        <p>
          {auction?.state === "scheduled"
            ? "The auction has not begun."
            : "The auction is not running."}
        </p>
      </Card>
    );
  }
  if (bidding.gate) return <GatedCard datasetId={dataset.id} gate={bidding.gate} />;
  if (card === null) return <NoCardCard frame={frame} datasetId={dataset.id} />;
  const least = own?.minimum_bid_cents ?? auction.next_minimum_bid_cents;
  return (
    <Card title={own === null ? "Your maximum" : "Raise your maximum"}>
      <OwnForm action={bidFormPath(dataset.id)} viewer={frame.viewer}>
        <TextField
          name="max_amount"
          label={`Your maximum (${auction.currency.toUpperCase()})`}
          hint={`At least ${moneyText(least, auction.currency)}. Nobody else sees it.`}
          value={form.amount}
          inputmode="decimal"
          required
          errors={form.errors}
        />
        {form.confirmCents !== null && (
          <ChoiceField
            kind="checkbox"
            name="confirm_max_amount_cents"
            label="Is this the amount?"
            choices={[
              {
                value: String(form.confirmCents),
                label: `Yes, I bid up to ${moneyText(form.confirmCents, auction.currency)}`,
              },
            ]}
            chosen={[]}
            errors={form.errors}
          />
        )}
        {(form.asksForDuplicate || form.allowsDuplicate) && (
          <DuplicateField errors={form.errors} verb="Bid" isTicked={form.allowsDuplicate} />
        )}
        <AcceptanceCard form={form.acceptance} errors={form.errors} dataset={dataset} />
        <p>
          Bids are binding: you can't retract them. If you win, <span safe>{formatCard(card)}</span>{" "}
          is charged automatically after the end: one increment above the best losing bid, and never
          more than your maximum. We hold the money until you confirm the file.
        </p>
        <div class="actions">
          <button class="button primary" type="submit">
            {own === null ? "Bid" : "Raise my maximum"}
          </button>
        </div>
      </OwnForm>
    </Card>
  );
}

function NoCardCard({ frame, datasetId }: { frame: Frame; datasetId: string }): JSX.Element {
  return (
    <Card title="Add a card first">
      <p>Winners are charged. You enter the card number at our payment provider and return here.</p>
      <div class="actions">
        <PostButton
          action={paths.cards}
          viewer={frame.viewer}
          label="Add a card"
          kind="primary"
          name="return_to"
          value={bidPath(datasetId)}
        />
      </div>
    </Card>
  );
}

function StandingCard({ bidding }: { bidding: Bidding }): JSX.Element {
  const { dataset, own } = bidding;
  const { auction } = dataset;
  const title: [string, JSX.Element] = [
    "Dataset",
    <a href={`/datasets/${dataset.id}`}>
      <Foreign text={dataset.title} />
    </a>,
  ];
  if (auction === null) {
    return (
      <Card title="The dataset">
        <Facts facts={[title]} />
      </Card>
    );
  }
  const { currency } = auction;
  return (
    <Card title="Status">
      <LiveAuction datasetId={dataset.id} auction={auction} page={bidPath(dataset.id)}>
        <p class="actions">
          <AuctionBadge auction={auction} />
          {own !== null && <OwnPlace own={own} />}
        </p>
        <Facts
          facts={[
            title,
            ["Current price", <Money cents={auction.current_price_cents} currency={currency} />],
            ["Next bid", <Money cents={auction.next_minimum_bid_cents} currency={currency} />],
            ["Bids", <span>{auction.bid_count}</span>],
            ["Reserve", <span>{auction.reserve_met ? "Met" : "Not met yet"}</span>],
            ["Licences", <span>{auction.licenses}</span>],
            ["Ends", <Time at={auction.ends_at} />],
            own === null
              ? null
              : ["Your maximum", <Money cents={own.max_amount_cents} currency={currency} />],
          ]}
        />
      </LiveAuction>
      <p class="muted small">
        A bid in the last minutes extends the auction, so that others can respond.
      </p>
    </Card>
  );
}

function OwnPlace({ own }: { own: NonNullable<Bidding["own"]> }): JSX.Element {
  if (own.status === "leading") return <Badge tone="good" label="You are the highest bidder" />;
  if (own.status === "outbid") return <Badge tone="warn" label="You were outbid" />;
  return <a href="/account/auctions">See your auctions</a>;
}
