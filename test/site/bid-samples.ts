/** Sample bids in every state, for the tests of each page. */
import { type AwardState, awardStates } from "../../db/vocabulary/auction.ts";
import type { OwnBidView } from "../../market/auction/list-own-bids.ts";
import { isoAt, longTitle, sampleId } from "./purchase-samples.ts";

export function sampleBids(name: string): OwnBidView[] {
  const open = { state: "open", ends_at: isoAt(2) } as const;
  const bid: OwnBidView = {
    bid_id: sampleId(1),
    dataset: { id: sampleId(50), title: longTitle, status: "active" },
    api_key: { id: sampleId(1), name },
    placed_at: isoAt(0),
    acceptance: null,
    max_amount_cents: 150_000,
    auction: {
      ...open,
      current_price_cents: 124_950,
      next_minimum_bid_cents: 127_450,
      currency: "usd",
      bid_count: 12,
      reserve_met: true,
      licenses: 1,
      starts_at: isoAt(-3),
      hard_ends_at: isoAt(3),
    },
    position: { is_leading: true, minimum_bid_cents: 150_001 },
    offer: null,
    is_closed: false,
  };
  const outbid = { is_leading: false, minimum_bid_cents: 127_450 };
  const ended = { ...bid.auction, state: "ended", ends_at: isoAt(-1) } as const;
  const after = { ...bid, auction: ended, position: null };
  const dataset = { id: sampleId(51), title: name, status: "sold" } as const;
  return [
    { ...bid, dataset: { ...bid.dataset, title: "Tide levels" } },
    { ...bid, auction: { ...bid.auction, reserve_met: false } },
    { ...bid, dataset: { ...dataset, status: "active" }, position: outbid },
    after,
    { ...after, dataset, is_closed: true },
    ...awardStates
      .slice(1)
      .map((status) => ({ ...after, dataset, is_closed: true, offer: offer(status) })),
  ];
}

function offer(status: AwardState): OwnBidView["offer"] {
  const isOpen = status === "unpaid" || status === "offered";
  return {
    id: sampleId(60),
    status,
    price_cents: 124_950,
    due_at: isOpen ? isoAt(1) : null,
    purchase_id: status === "paid" ? sampleId(4) : null,
  };
}
