import { findApiKey } from "../../db/queries/accounts/api-keys.ts";
import {
  type AuctionRow,
  countDirectSales,
  findAuction,
} from "../../db/queries/auctions/auctions.ts";
import { type BidRow, pageBids, rankBidders, readBidsOf } from "../../db/queries/auctions/bids.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { scopeRefusal, spendingStates } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { numberShape } from "../list-cursor.ts";
import { viewAuction } from "../listing/pricing/auction-view.ts";
import { readPage } from "../pagination.ts";
import { isLeading } from "./bid-view.ts";
import { standingOf, termsOf } from "./row-standing.ts";
import type { BidsQuery, BidsView } from "./schemas.ts";
import { bidderMinimumCents } from "./standing.ts";

/**
 * An auction's bids, also after its end: bidders by numbers, prices, and only the caller's own maximum.
 * `caller` is null without a key; a key that may not read, bid or buy does not see its account's
 * position. Errors: dataset_not_found, invalid_request (a foreign cursor).
 */
export async function listBids(
  ctx: Context,
  caller: OperatorActor | null,
  datasetId: string,
  page: BidsQuery,
): Promise<BidsView> {
  const operator = caller !== null && (await mayRead(ctx, caller)) ? caller : null;
  const auction = await findAuction(ctx.db, datasetId);
  if (auction === null) {
    throw new MarketError("dataset_not_found", "No dataset in an auction has this id.");
  }
  const list = {
    name: `bids ${datasetId}`,
    shape: numberShape,
    keyOf: ({ position }: BidRow) => String(position),
  };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageBids(ctx.db, { listingId: datasetId, ...slice }),
  );
  return {
    items: rows.map((bid) => viewEntry(bid, operator)),
    pagination,
    auction: viewAuction(ctx.config, auction, ctx.now()),
    your_position: operator === null ? null : await viewPosition(ctx, operator, auction),
  };
}

async function mayRead({ db }: Context, { apiKeyId }: OperatorActor): Promise<boolean> {
  const key = await findApiKey(db, apiKeyId);
  return key !== null && scopeRefusal(key.scopes, ["read", "bid", "purchase"]) === null;
}

function viewEntry(bid: BidRow, operator: OperatorActor | null): BidsView["items"][number] {
  return {
    id: bid.id,
    bidder: `bidder ${bid.bidderNumber}`,
    price_cents: bid.priceAfterCents,
    placed_at: bid.placedAt.toISOString(),
    retracted_at: bid.retractedAt?.toISOString() ?? null,
    is_yours: bid.accountId === operator?.accountId,
  };
}

async function viewPosition(
  { db }: Context,
  { accountId }: OperatorActor,
  auction: AuctionRow,
): Promise<BidsView["your_position"]> {
  const { listingId } = auction;
  const own = await readBidsOf(db, { listingId, accountId });
  const current = own.find(({ isCurrent }) => isCurrent);
  if (current === undefined) return null;
  const sales = await countDirectSales(db, { listingId, live: spendingStates });
  const terms = termsOf(auction, auction.closedAt === null ? sales : { paid: 0, live: 0 });
  const standing = standingOf(auction, await rankBidders(db, listingId));
  return {
    bid_id: current.id,
    is_leading: isLeading(terms, standing, accountId),
    max_amount_cents: current.maxCents,
    minimum_bid_cents: bidderMinimumCents(terms, standing, accountId),
    api_key_id: current.apiKeyId,
  };
}
