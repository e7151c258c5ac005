/** Lists active bids: all of the account's, or those of one connected program. */

import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import { isPayableAward } from "../../../market/auction/rules.ts";
import { moneyText } from "../../../market/pricing.ts";
import { Badge, Foreign, Money, Time } from "../../kit/parts.tsx";
import { Table } from "../../kit/table.tsx";
import { bidStateWords } from "./words.ts";

export function BidTable(props: { bids: OwnBidView[]; caption: string }): JSX.Element {
  return (
    <Table
      caption={props.caption}
      columns={["Dataset", "State", "Ends", "Price"]}
      rows={props.bids.map(bidCells)}
    />
  );
}

function bidCells(bid: OwnBidView): JSX.Element[] {
  const { dataset, api_key, auction, max_amount_cents, position, offer } = bid;
  const { currency } = auction;
  const title = <Foreign text={dataset.title} />;
  return [
    <span class="lines">
      {dataset.status === "active" ? <a href={`/datasets/${dataset.id}`}>{title}</a> : title}
      <span class="muted small">
        by <Foreign text={api_key.name} />
      </span>
    </span>,
    <State bid={bid} />,
    <Time at={auction.ends_at} />,
    <span class="lines">
      <Money cents={offer?.price_cents ?? auction.current_price_cents} currency={currency} />
      {position !== null && (
        <span class="muted small" safe>
          {`your next bid: ${moneyText(position.minimum_bid_cents, currency)} at least`}
        </span>
      )}
      <span class="muted small" safe>
        {`your maximum: ${moneyText(max_amount_cents, currency)}${bid.acceptance === null ? "" : ", with your conditions"}`}
      </span>
    </span>,
  ];
}

function State({ bid }: { bid: OwnBidView }): JSX.Element {
  const { label, tone, why } = bidStateWords(bid);
  const { offer } = bid;
  const isOpen = offer !== null && isPayableAward(offer.status);
  return (
    <span class="lines">
      <Badge tone={tone} label={label} />
      {why !== null && <span class="small">{why}</span>}
      {isOpen && (
        <a class="button primary" href={`/account/offers/${offer.id}`}>
          {offer.status === "offered" ? "Accept the offer" : "Pay now"}
        </a>
      )}
      {isOpen && offer.due_at !== null && (
        <span class="small">
          Offered until <Time at={offer.due_at} />
        </span>
      )}
      {offer !== null && offer.purchase_id !== null && (
        <a class="small" href={`/account/purchases/${offer.purchase_id}`}>
          See the purchase
        </a>
      )}
    </span>
  );
}
