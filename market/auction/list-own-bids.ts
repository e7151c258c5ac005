import { countDirectSales } from "../../db/queries/auctions/auctions.ts";
import { rankBidders } from "../../db/queries/auctions/bids.ts";
import {
  type OwnBidRow,
  pageOwnBids,
  readStandingBids,
  readStandingBidsOfKey,
} from "../../db/queries/auctions/owner-bids.ts";
import type { AccountActor, OwnerActor } from "../../db/vocabulary/actor.ts";
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { AcceptanceTerms } from "../acceptance/schemas.ts";
import { spendingStates } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { cutPage, decodeListCursor, idShape } from "../list-cursor.ts";
import { viewAuction } from "../listing/pricing/auction-view.ts";
import type { AuctionView } from "../listing/pricing/schemas.ts";
import { offsetPagination } from "../pagination.ts";
import { similarPath } from "../search/similar.ts";
import type { Pagination } from "../text.ts";
import { isLeading } from "./bid-view.ts";
import type { OwnBidsQuery, OwnBidsView } from "./own-bid-schemas.ts";
import { standingOf, termsOf } from "./row-standing.ts";
import { type OfferStatus, offerStatus, ownBidStatus } from "./rules.ts";
import type { BidsQuery } from "./schemas.ts";
import { bidderMinimumCents } from "./standing.ts";

/** An account's position in one auction, as its owner sees it. */
export type OwnBidView = {
  bid_id: string;
  dataset: { id: string; title: string; status: ListingStatus };
  api_key: { id: string; name: string };
  placed_at: string;
  max_amount_cents: number;
  acceptance: AcceptanceTerms | null;
  auction: AuctionView;
  /** Null after the auction's end. */
  position: { is_leading: boolean; minimum_bid_cents: number } | null;
  /** Null if the auction is not closed yet, or nothing was won. */
  offer: {
    id: string;
    status: OfferStatus;
    price_cents: number;
    due_at: string | null;
    purchase_id: string | null;
  } | null;
  /** Every award has been decided. */
  is_closed: boolean;
};

/** Auctions in which the account has a standing bid, latest bid first. */
export async function listOwnBids(
  ctx: Context,
  { accountId }: OwnerActor,
  page: BidsQuery,
): Promise<{ items: OwnBidView[]; pagination: Pagination }> {
  const { rows, total } = await pageOwnBids(ctx.db, accountId, page);
  return {
    items: await Promise.all(rows.map((row) => viewOwnBid(ctx, row))),
    pagination: offsetPagination({ ...page, total, count: rows.length }),
  };
}

/** Auctions in which the key has a standing bid. */
export async function listBidsOfKey(
  ctx: Context,
  { accountId }: OwnerActor,
  { apiKeyId, rowsMax }: { apiKeyId: string; rowsMax: number },
): Promise<OwnBidView[]> {
  const rows = await readStandingBidsOfKey(ctx.db, { accountId, apiKeyId }, rowsMax);
  return await Promise.all(rows.map((row) => viewOwnBid(ctx, row)));
}

/**
 * Auctions in which any key of the account has a standing bid, latest bid first.
 * Errors: invalid_request for a foreign cursor.
 */
export async function listStandingBids(
  ctx: Context,
  { accountId }: AccountActor,
  query: OwnBidsQuery,
): Promise<OwnBidsView> {
  const { limit, cursor } = query;
  const rows = await readStandingBids(ctx.db, accountId, {
    outcome: query.status,
    listingId: query.dataset_id,
    after: decodeListCursor("own bids", cursor, idShape),
    rowsMax: limit + 1,
  });
  const keyOf = ({ bid }: OwnBidRow) => bid.id;
  const { shown, pagination } = cutPage(rows, { list: "own bids", limit, keyOf });
  const items = await Promise.all(shown.map((row) => viewOwnBid(ctx, row)));
  return { items: items.map((bid) => viewStandingBid(ctx, bid)), pagination };
}

function viewStandingBid(
  { config }: Context,
  { is_closed, position, ...bid }: OwnBidView,
): OwnBidsView["items"][number] {
  const { PUBLIC_BASE_URL: baseUrl } = config;
  const dataset = `${baseUrl}/datasets/${bid.dataset.id}`;
  const status = ownBidStatus({
    isClosed: is_closed,
    isLeading: position?.is_leading ?? null,
    award: bid.offer?.status ?? null,
  });
  const similar = `${baseUrl}${similarPath(bid.dataset.title)}`;
  const instead: Record<string, string> =
    status === "lost" ? { similar, ask_sellers: `${baseUrl}/requests` } : {};
  return {
    ...bid,
    status,
    minimum_bid_cents: position?.minimum_bid_cents ?? null,
    links: { dataset, bids: `${dataset}/bids`, ...instead },
  };
}

async function viewOwnBid(ctx: Context, row: OwnBidRow): Promise<OwnBidView> {
  const { bid, auction, listing, key, award } = row;
  const view = viewAuction(ctx.config, auction, ctx.now());
  return {
    bid_id: bid.id,
    dataset: { id: bid.listingId, ...listing },
    api_key: key,
    placed_at: bid.placedAt.toISOString(),
    max_amount_cents: bid.maxCents,
    acceptance: bid.acceptance,
    auction: view,
    position: view.state === "ended" ? null : await viewPosition(ctx, row),
    offer:
      award === null
        ? null
        : {
            id: award.id,
            status: offerStatus(award),
            price_cents: award.priceCents,
            due_at: award.dueAt?.toISOString() ?? null,
            purchase_id: award.purchaseId,
          },
    is_closed: auction.closedAt !== null,
  };
}

async function viewPosition(
  { db }: Context,
  { auction, bid: { listingId, accountId } }: OwnBidRow,
): Promise<OwnBidView["position"]> {
  const [sales, ranking] = await Promise.all([
    countDirectSales(db, { listingId, live: spendingStates }),
    rankBidders(db, listingId),
  ]);
  const terms = termsOf(auction, sales);
  const standing = standingOf(auction, ranking);
  return {
    is_leading: isLeading(terms, standing, accountId),
    minimum_bid_cents: bidderMinimumCents(terms, standing, accountId),
  };
}
