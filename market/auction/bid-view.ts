import type { AuctionRow } from "../../db/queries/auctions/auctions.ts";
import type { BidRow } from "../../db/queries/auctions/bids.ts";
import type { Config } from "../../platform/config.ts";
import { withoutSketches } from "../acceptance/without-sketches.ts";
import { viewAuction } from "../listing/pricing/auction-view.ts";
import type { BidView } from "./schemas.ts";
import { type BiddingState, bidderMinimumCents, leadersOf, type Terms } from "./standing.ts";

type Scene = { bid: BidRow; auction: AuctionRow; terms: Terms; standing: BiddingState; now: Date };

/** A bid as its own bidder sees it. */
export function viewBid(
  config: Pick<Config, "CURRENCY" | "PUBLIC_BASE_URL">,
  { bid, auction, terms, standing, now }: Scene,
): BidView {
  const dataset = `${config.PUBLIC_BASE_URL}/datasets/${bid.listingId}`;
  return {
    id: bid.id,
    dataset_id: bid.listingId,
    max_amount_cents: bid.maxCents,
    placed_at: bid.placedAt.toISOString(),
    retracted_at: bid.retractedAt?.toISOString() ?? null,
    is_leading: isLeading(terms, standing, bid.accountId),
    minimum_bid_cents: bidderMinimumCents(terms, standing, bid.accountId),
    acceptance: bid.acceptance && withoutSketches(bid.acceptance),
    auction: viewAuction(config, auction, now),
    links: {
      dataset,
      bids: `${dataset}/bids`,
      increments: `${config.PUBLIC_BASE_URL}/auctions/increments`,
    },
  };
}

export function isLeading(terms: Terms, standing: BiddingState, bidderId: string): boolean {
  return leadersOf(terms, standing).some((leader) => leader.bidderId === bidderId);
}
