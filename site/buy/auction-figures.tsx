/** An auction's state, with the attributes that `scripts/auction.js` uses to update it. */

import type { PropsWithChildren } from "@kitajs/html";
import type { DatasetDetail } from "../../market/catalogue/schemas.ts";
import { counted } from "../../market/counted.ts";
import { moneyText } from "../../market/pricing.ts";
import { Badge, Facts, Money, Time, type Tone } from "../kit/parts.tsx";

type Auction = NonNullable<DatasetDetail["auction"]>;

const auctionWords: Partial<Record<Auction["state"], [Tone, string]>> = {
  scheduled: ["accent", "Auction begins soon"],
  open: ["good", "Auction open"],
};

/** Whether the auction may still change while the page is open. */
export function isAuctionLive(auction: Auction | null): boolean {
  return auction?.state === "scheduled" || auction?.state === "open";
}

export function AuctionBadge({ auction }: { auction: Auction }): JSX.Element {
  const [tone, label] = auctionWords[auction.state] ?? ["plain", "Auction over"];
  return <Badge tone={tone} label={label} />;
}

type LiveAuctionProps = PropsWithChildren<{
  datasetId: string;
  auction: Auction;
  /** The address of the surrounding page, unless it is the dataset's. */
  page?: string;
}>;

/**
 * The part that the script updates. The script requests the dataset's page, and more often near the
 * end.
 */
export function LiveAuction(props: LiveAuctionProps): JSX.Element {
  const { datasetId, auction, page } = props;
  return (
    <>
      <div
        id="auction-figures"
        class="stack-s"
        aria-live="polite"
        data-auction={isAuctionLive(auction) ? `/datasets/${datasetId}` : undefined}
        data-auction-page={page}
        data-auction-ends={auction.ends_at}
      >
        {props.children}
      </div>
      <p id="auction-gone" role="status" hidden>
        It is no longer on sale.
      </p>
    </>
  );
}

type FiguresProps = { datasetId: string; auction: Auction };

export function AuctionFigures({ datasetId, auction }: FiguresProps): JSX.Element {
  const { currency, bid_count: bids } = auction;
  const hasBids = bids > 0;
  return (
    <LiveAuction {...{ datasetId, auction }}>
      {auction.state !== "open" && (
        <p>
          <AuctionBadge auction={auction} />
        </p>
      )}
      <p class="price">
        <span class="money" safe>
          {moneyText(
            hasBids ? auction.current_price_cents : auction.next_minimum_bid_cents,
            currency,
          )}
        </span>{" "}
        <span class="small muted">{hasBids ? "current price" : "minimum bid"}</span>
      </p>
      <Facts
        facts={[
          hasBids
            ? ["Next bid", <Money cents={auction.next_minimum_bid_cents} currency={currency} />]
            : null,
          ["Bids", <span safe>{hasBids ? counted(bids, "bid") : "None yet"}</span>],
          ["Reserve", <span>{auction.reserve_met ? "Met" : "Not met"}</span>],
          auction.state === "scheduled" ? ["Begins", <Time at={auction.starts_at} />] : null,
          ["Ends", <Time at={auction.ends_at} />],
        ]}
      />
    </LiveAuction>
  );
}
