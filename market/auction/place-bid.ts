import type { Database } from "../../db/client.ts";
import { findAccount, findLinkedAccounts } from "../../db/queries/accounts/accounts.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import {
  type AuctionRow,
  countDirectSales,
  type DirectSales,
  lockAuction,
} from "../../db/queries/auctions/auctions.ts";
import {
  type BidRow,
  haveBid,
  insertBid,
  rankBidders,
  readBidsOf,
} from "../../db/queries/auctions/bids.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import type { Maximum } from "../../db/vocabulary/auction.ts";
import { gatherAcceptance } from "../acceptance/facts.ts";
import type { AcceptanceTerms } from "../acceptance/schemas.ts";
import { mayEnter } from "../access/may-enter.ts";
import { spendingStates, spendingWindows } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findHeldFile, findLivePurchaseOf } from "../held-file/find-held-file.ts";
import { throwRefusals } from "../refusal.ts";
import { viewBid } from "./bid-view.ts";
import { notifyExtended, notifyOutbid } from "./notify.ts";
import { standingChange, standingOf, termsOf } from "./row-standing.ts";
import { type BidFacts, bidRefusals } from "./rules.ts";
import type { BidBody, BidView } from "./schemas.ts";
import {
  afterBid,
  type BiddingState,
  bidderMinimumCents,
  leadersOf,
  type Terms,
} from "./standing.ts";
import { writeStanding } from "./write-standing.ts";

/**
 * Accepts a sealed maximum. Locks the key, so that its budget cannot change, then the listing, so that
 * it stays as it is, then the auction: the order of that lock is the order of bids.
 * Errors: dataset_not_found, and every code of `bidRefusals`.
 */
export async function placeBid(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  body: BidBody,
): Promise<BidView> {
  const maxCents = body.max_amount_cents ?? Math.round((body.max_amount ?? 0) * 100);
  const allowDuplicate = body.allow_duplicate ?? false;
  const confirmedCents = body.confirm_max_amount_cents ?? null;
  const { acceptance } = body;
  return ctx.db.transaction(async (tx) => {
    const wish = { datasetId, maxCents, confirmedCents, allowDuplicate, acceptance };
    const scene = await gather(tx, ctx, operator, wish);
    throwRefusals(bidRefusals(scene.facts));
    const { bidding, cardId, facts } = scene;
    if (bidding === null || cardId === null) throw new Error("a bid without terms was not refused");
    const { accountId, apiKeyId } = operator;
    const { auction, terms } = bidding;
    const { now } = facts;
    const position = auction.lastPosition + 1;
    const bid = { bidderId: accountId, maxCents, position, placedAt: now };
    const standing = afterBid(terms, bidding.standing, bid);
    const [earlier] = scene.ownBids;
    const row = await insertBid(tx, {
      listingId: datasetId,
      accountId,
      apiKeyId,
      paymentMethodId: cardId,
      bidderNumber: earlier?.bidderNumber ?? auction.bidderCount + 1,
      maxCents,
      position,
      priceAfterCents: standing.priceCents,
      placedAt: now,
      acceptance: scene.acceptance,
    });
    const changed = await writeStanding(tx, scene.listing, {
      ...standingChange(terms, standing),
      bidCount: auction.bidCount + 1,
      lastPosition: position,
      bidderCount: auction.bidderCount + (earlier === undefined ? 1 : 0),
    });
    await writeAudit(tx, placed(operator, row), now);
    const noticeContext = { now, currency: ctx.config.CURRENCY };
    await notifyOutbid(tx, changed, outbidBy(bidding, standing), noticeContext);
    if (changed.endsAt > auction.endsAt) await notifyExtended(tx, changed, standing.ranking, now);
    return viewBid(ctx.config, { bid: row, auction: changed, terms, standing, now });
  });
}

type BidRequest = {
  datasetId: string;
  maxCents: number;
  confirmedCents: number | null;
  allowDuplicate: boolean;
  /** Omitted: that of the bidder's current maximum. */
  acceptance: BidBody["acceptance"];
};
type Bidding = { auction: AuctionRow; sales: DirectSales; terms: Terms; standing: BiddingState };
type Scene = {
  facts: BidFacts;
  listing: Offer["listing"];
  /** Null if it is not sold by auction. */
  bidding: Bidding | null;
  ownBids: BidRow[];
  cardId: string | null;
  acceptance: AcceptanceTerms | null;
};

async function gather(
  tx: Database,
  { now: clock, config }: Pick<Context, "now" | "config">,
  operator: OperatorActor,
  { datasetId, maxCents, confirmedCents, allowDuplicate, acceptance }: BidRequest,
): Promise<Scene> {
  const { accountId, apiKeyId } = operator;
  const held = await lockApiKey(tx, apiKeyId);
  if (held === null) throw new Error(`key ${apiKeyId} is gone`);
  const offer = await holdOffer(tx, datasetId, "no key update");
  if (offer === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const heldFile = await findHeldFile(tx, accountId, offer.listing);
  const bidding = await lockBidding(tx, datasetId);
  // Read the clock after waiting for the lock: a bid that waited beyond the end is late.
  const now = clock();
  const ownBids = await readBidsOf(tx, { listingId: datasetId, accountId });
  const cardId = await holdBidCard(tx, accountId, held.key);
  const earlier = ownBids.find(({ isCurrent }) => isCurrent)?.acceptance ?? null;
  const asked = await gatherAcceptance(tx, {
    accountId,
    listing: offer.listing,
    choice: acceptance === undefined ? earlier : acceptance,
    now,
    replacesBid: true,
  });
  const linkedIds = await findLinkedAccounts(tx, accountId);
  const facts: BidFacts = {
    listing: offer.listing,
    seller: offer.seller,
    bidder: { accountId, linkedIds, suspendedAt: held.account.suspendedAt },
    key: held.key,
    hasAccess: await mayEnter(tx, accountId, offer),
    committedCents: await committedCents(tx, held.key, {
      windows: spendingWindows(now),
      exceptListingId: datasetId,
    }),
    hasPaymentMethod: cardId !== null,
    earlier: await findLivePurchaseOf(tx, accountId, offer.listing),
    heldFile,
    allowDuplicate,
    isSoldOut: bidding !== null && bidding.sales.paid >= bidding.auction.licenses,
    auction: bidding?.auction ?? null,
    bidCount: ownBids.length,
    hasLeft: ownBids.some(({ retractedAt }) => retractedAt !== null),
    hasLinkedBid: await haveBid(tx, datasetId, linkedIds),
    minimumCents: bidding === null ? 0 : minimumOf(bidding, accountId),
    maxCents,
    confirmedCents,
    acceptance: asked,
    currency: config.CURRENCY,
    now,
  };
  return {
    facts,
    listing: offer.listing,
    bidding,
    ownBids,
    cardId,
    acceptance: asked?.terms ?? null,
  };
}

async function lockBidding(tx: Database, listingId: string): Promise<Bidding | null> {
  const auction = await lockAuction(tx, listingId);
  if (auction === null) return null;
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const terms = termsOf(auction, sales);
  return { auction, sales, terms, standing: standingOf(auction, await rankBidders(tx, listingId)) };
}

/** Bidders who led before the bid and no longer do. */
function outbidBy({ terms, standing: before }: Bidding, after: BiddingState): Maximum[] {
  const leaders = new Set(leadersOf(terms, after).map(({ bidderId }) => bidderId));
  return leadersOf(terms, before).filter(({ bidderId }) => !leaders.has(bidderId));
}

const minimumOf = ({ terms, standing }: Bidding, accountId: string) =>
  bidderMinimumCents(terms, standing, accountId);

/** The only card that the key may charge, or else the account's default card. */
async function holdBidCard(
  tx: Database,
  accountId: string,
  key: { paymentMethodId: string | null },
): Promise<string | null> {
  const account = key.paymentMethodId === null ? await findAccount(tx, accountId) : null;
  const cardId = key.paymentMethodId ?? account?.defaultPaymentMethodId ?? null;
  if (cardId === null) return null;
  return (await holdCard(tx, accountId, cardId)) === null ? null : cardId;
}

function placed(actor: OperatorActor, bid: BidRow) {
  return {
    actor,
    action: "bid.placed",
    subjectKind: "listing" as const,
    subjectId: bid.listingId,
    detail: { bid_id: bid.id, position: bid.position },
  };
}
