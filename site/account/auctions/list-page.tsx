/** GET /account/auctions: where the account has bid, how it stands, and what it won. */
import type { OwnBidView } from "../../../market/auction/list-own-bids.ts";
import type { AwardState } from "../../../market/auction/rules.ts";
import type { PagesContext } from "../../kit/context.ts";
import { formatMoney } from "../../kit/format.ts";
import { Badge, Empty, Foreign, Money, Time, type Tone } from "../../kit/parts.tsx";
import { privatePage } from "../../kit/respond.ts";
import { Pager, Table } from "../../kit/table.tsx";
import type { PageOf, PageWanted } from "../context.ts";
import { AccountLayout, type Frame } from "../frame.tsx";
import { type AccountRequest, pageWanted } from "../handle.tsx";

export async function showAuctions(
  ctx: PagesContext,
  { owner, frame, url }: AccountRequest,
): Promise<Response> {
  const wanted = pageWanted(url);
  const page = await ctx.account.listOwnBids(owner, wanted);
  return privatePage(<AuctionsPage {...{ frame, wanted, page }} />);
}

function AuctionsPage(props: {
  frame: Frame;
  wanted: PageWanted;
  page: PageOf<OwnBidView>;
}): JSX.Element {
  const { frame, wanted, page } = props;
  return (
    <AccountLayout
      frame={frame}
      title="Auctions"
      lead="Where your agents have bid. A bid is a maximum that nobody else sees, and it binds: who wins is charged after the end."
    >
      {page.total === 0 ? (
        <Empty
          title="No bid yet"
          text="Your agents bid through the API, with a key that has the scope “bid”."
        >
          <a class="button plain" href="/account/keys">
            See your API keys
          </a>
        </Empty>
      ) : (
        <>
          <Table
            caption="Auctions with bids of yours, the latest bid first"
            columns={["Dataset", "State", "Ends", "Price"]}
            rows={page.items.map(bidCells)}
          />
          <Pager url={frame.url} {...wanted} total={page.total} />
        </>
      )}
    </AccountLayout>
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
          {`your next bid: ${formatMoney(position.minimum_bid_cents, currency)} at least`}
        </span>
      )}
      <span class="muted small" safe>
        {`your maximum: ${formatMoney(max_amount_cents, currency)}`}
      </span>
    </span>,
  ];
}

type StateWords = { label: string; tone: Tone; why: string | null };

const offerWords: Record<AwardState, StateWords> = {
  won: { label: "Won", tone: "good", why: "The card is being charged." },
  charging: { label: "Won", tone: "good", why: "The card is being charged." },
  unpaid: { label: "Won, not paid", tone: "bad", why: "The card was not charged." },
  offered: { label: "Offered to you", tone: "warn", why: "Who won did not pay." },
  paid: { label: "Won and paid", tone: "good", why: null },
  lapsed: { label: "Lapsed", tone: "plain", why: "It was not paid in time." },
};

/** Whether the account would win now, or what became of it. */
function bidStateWords({ offer, position, is_closed, auction }: OwnBidView): StateWords {
  if (offer !== null) return offerWords[offer.status];
  if (is_closed) return { label: "Not won", tone: "plain", why: null };
  if (position === null) return { label: "Ended", tone: "plain", why: "It is being decided." };
  if (!position.is_leading) return { label: "Outbid", tone: "warn", why: null };
  if (auction.reserve_met) return { label: "Leading", tone: "good", why: null };
  return { label: "Leading", tone: "warn", why: "The reserve is not met: nothing would be sold." };
}

function State({ bid }: { bid: OwnBidView }): JSX.Element {
  const { label, tone, why } = bidStateWords(bid);
  const { offer } = bid;
  const isOpen = offer !== null && (offer.status === "unpaid" || offer.status === "offered");
  return (
    <span class="lines">
      <Badge tone={tone} label={label} />
      {why !== null && <span class="small">{why}</span>}
      {isOpen && offer.due_at !== null && (
        <span class="small">
          Yours until <Time at={offer.due_at} />, by <code>POST /offers/</code>
          <code safe>{offer.id}</code>
          <code>/accept</code>
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
