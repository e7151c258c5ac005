/** Rules for bids, awards and auction terms. Pure. */

import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import { type AwardState, awardStates } from "../../db/vocabulary/auction.ts";
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { AcceptanceState, PurchaseState } from "../../db/vocabulary/purchase.ts";
import { hourMs } from "../../platform/time.ts";
import { type AcceptanceFacts, acceptanceRefusals } from "../acceptance/rules.ts";
import { gateRefusal } from "../access/rules.ts";
import {
  confirmationRefusal,
  isSameParty,
  keyRefusal,
  type Party,
  type SpendLimits,
  scopeRefusal,
  spendRefusals,
} from "../account/rules.ts";
import {
  earlierRefusal,
  type HeldFile,
  identicalFileRefusal,
  type LivePurchase,
} from "../held-file/rules.ts";
import { auctionState, type Times } from "../listing/pricing/rules.ts";
import { moneyText, noHashWords } from "../pricing.ts";
import { type Check, listed, type Refusal, refusalsOf } from "../refusal.ts";
import {
  BID_UNCONFIRMED_CENTS_MAX,
  BID_UNCONFIRMED_TIMES_MAX,
  BIDS_PER_BIDDER_MAX,
} from "./limits.ts";

/** Facts for judging a bid; `now` is the time by which all of them are judged. */
export type BidFacts = {
  listing: {
    status: ListingStatus;
    category: string;
    sha256: string | null;
    accessQuestions: string[] | null;
  };
  /** Null if the selling agent has no owner. */
  seller: { accountId: string; isSuspended: boolean } | null;
  bidder: Party & { suspendedAt: Date | null };
  key: SpendLimits & { scopes: ApiKeyScope[]; revokedAt: Date | null; expiresAt: Date | null };
  /** The key's spending in its window plus its reservations for bids in other auctions, in cents. */
  committedCents: number;
  hasPaymentMethod: boolean;
  /** Whether the seller of a gated listing lets this bidder in. */
  hasAccess: boolean;
  /** The bidder's direct purchase of this file, paid or pending. */
  earlier: LivePurchase | null;
  /** The same bytes under another listing, if the account has them. */
  heldFile: HeldFile | null;
  allowDuplicate: boolean;
  /** A hybrid's licences were all sold directly. */
  isSoldOut: boolean;
  /** Null if it is not sold by auction. */
  auction: Times | null;
  /** This bidder's bids in this auction, including retracted ones. */
  bidCount: number;
  /** The bidder has retracted a bid here, or was released from one. */
  hasLeft: boolean;
  /** Another account of the same person, or with the same card, has bid here. */
  hasLinkedBid: boolean;
  minimumCents: number;
  maxCents: number;
  /** The request's confirmation of the maximum; null if absent. */
  confirmedCents: number | null;
  /** Null: the bid has no acceptance contract. */
  acceptance: AcceptanceFacts | null;
  /** ISO 4217, for all amounts. */
  currency: string;
  now: Date;
};

/** Why this bid is refused; empty if it is accepted. The first refusal is the answer's code. */
export function bidRefusals(facts: BidFacts): Refusal[] {
  const { listing, auction, key, bidder, now, maxCents } = facts;
  const notFound = { code: "dataset_not_found", detail: "No dataset has this id." } as const;
  if (listing.status === "draft") return [{ ...notFound, pointer: "{id}" }];
  const ofKey = [keyRefusal(key, bidder, now), scopeRefusal(key.scopes, ["bid"])];
  const spend = {
    priceCents: maxCents,
    category: listing.category,
    spentCents: facts.committedCents,
    currency: facts.currency,
    now,
  };
  return [
    ...listed(ofKey),
    ...saleRefusals(facts),
    ...listed([identicalFileRefusal(facts.heldFile, facts.allowDuplicate)]),
    ...(auction === null ? [] : amountRefusals(facts)),
    ...(facts.acceptance === null ? [] : acceptanceRefusals(facts.acceptance)),
    ...listed(spendRefusals(key, spend)),
    ...listed([confirmationRefusal(key, { amountCents: maxCents, currency: facts.currency })]),
  ];
}

const linkedBid =
  "Another account of the same person, or with the same card, has bid in this auction. Together they " +
  "count as one bidder. Raise the maximum with that account.";

function saleRefusals(facts: BidFacts): Refusal[] {
  const { listing, seller, bidder, auction, earlier, now } = facts;
  const state = auction === null ? null : auctionState(auction, now);
  const isOwn = isSameParty(bidder, seller?.accountId ?? null);
  const isOff = listing.status !== "active" && state !== "ended";
  const checks: Check[] = [
    [isOwn, "own_dataset", "You sell this dataset yourself."],
    [auction === null, "not_for_auction", "It is sold at a fixed price only."],
    [isOff, "dataset_not_available", `The dataset is ${listing.status}.`],
    [listing.sha256 === null, "dataset_not_available", noHashWords],
    [
      seller?.isSuspended !== false,
      "dataset_not_available",
      "Its seller cannot sell at the moment.",
    ],
    [state === "scheduled", "auction_not_open", `It opens at ${iso(auction?.startsAt)}.`],
    [state === "ended", "auction_not_open", `It ended at ${iso(auction?.endsAt)}.`],
    [
      facts.isSoldOut && state !== "ended",
      "auction_not_open",
      "It was sold at its buy-it-now price.",
    ],
  ];
  const ofBidder: Check[] = [
    [
      facts.hasLeft,
      "bidder_has_left",
      "A bidder who retracted a bid cannot bid again in that auction.",
    ],
    [facts.hasLinkedBid, "linked_account_bids", linkedBid],
  ];
  const gate = listed([gateRefusal(listing, facts.hasAccess)]);
  const own = earlier === null ? [] : [{ pointer: "{id}", ...earlierRefusal(earlier) }];
  return [...refusalsOf(checks, "{id}"), ...gate, ...own, ...refusalsOf(ofBidder, "{id}")];
}

function amountRefusals(facts: BidFacts): Refusal[] {
  const { maxCents, minimumCents, bidCount, hasPaymentMethod, currency } = facts;
  const minimum = moneyText(minimumCents, currency);
  const checks: Check[] = [
    [
      maxCents < minimumCents,
      "bid_too_low",
      `Your maximum must be at least ${minimum} (max_amount: ${minimumCents / 100}).`,
      "/max_amount",
    ],
    [
      !isConfirmed(facts),
      "bid_not_confirmed",
      unconfirmedDetail(facts),
      "/confirm_max_amount_cents",
    ],
    [
      bidCount >= BIDS_PER_BIDDER_MAX,
      "limit_reached",
      `A bidder may bid ${BIDS_PER_BIDDER_MAX} times in one auction.`,
    ],
    [
      !hasPaymentMethod,
      "payment_method_unknown",
      "The operator has to add a card in the account on the website and make it the default.",
    ],
  ];
  return refusalsOf(checks, "");
}

/** A bid binds even with two zeros too many, so an unlikely maximum has to be confirmed. */
function isConfirmed({ maxCents, minimumCents, confirmedCents }: BidFacts): boolean {
  if (confirmedCents !== null) return confirmedCents === maxCents;
  return (
    maxCents <= BID_UNCONFIRMED_CENTS_MAX || maxCents <= minimumCents * BID_UNCONFIRMED_TIMES_MAX
  );
}

function unconfirmedDetail({ maxCents, minimumCents, confirmedCents, currency }: BidFacts): string {
  const money = (cents: number) => moneyText(cents, currency);
  if (confirmedCents !== null) {
    return `The maximum is ${money(maxCents)} (confirm_max_amount_cents: ${maxCents}), and ${money(confirmedCents)} was confirmed.`;
  }
  return (
    `${money(maxCents)} (confirm_max_amount_cents: ${maxCents}) is more than ${BID_UNCONFIRMED_TIMES_MAX} ` +
    `times the next minimum, ${money(minimumCents)}.`
  );
}

const iso = (at: Date | undefined) => at?.toISOString() ?? "";

/** As its bidder sees it: a declined offer is not shown as lapsed. */
export const offerStatuses = [...awardStates, "declined"] as const;
export type OfferStatus = (typeof offerStatuses)[number];

export function offerStatus(award: { state: AwardState; declinedAt: Date | null }): OfferStatus {
  return award.declinedAt === null ? award.state : "declined";
}

export const ownBidStatuses = [
  "leading",
  "outbid",
  "closing",
  "won",
  "to_pay",
  "paid",
  "lost",
] as const;
export type OwnBidStatus = (typeof ownBidStatuses)[number];

/** A standing bid's status for its bidder. `isLeading` is null once the auction has ended. */
export function ownBidStatus(bid: {
  isClosed: boolean;
  isLeading: boolean | null;
  award: OfferStatus | null;
}): OwnBidStatus {
  const { isClosed, isLeading, award } = bid;
  if (!isClosed) return isLeading === null ? "closing" : isLeading ? "leading" : "outbid";
  if (award === null || award === "lapsed" || award === "declined") return "lost";
  if (award === "paid") return "paid";
  return isPayableAward(award) ? "to_pay" : "won";
}

/** The award's charge failed, so its bidder can pay with another card. */
export function isFailedCharge(state: PurchaseState): boolean {
  return state === "payment_failed" || state === "cancelled" || state === "expired";
}

/** While the winner's contract is evaluated, the licence may still go to the next bidder. */
export function waitsForVerdict(purchase: {
  state: PurchaseState;
  acceptance: AcceptanceState | null;
}): boolean {
  const isHeld = purchase.state === "in_escrow" || purchase.state === "disputed";
  return isHeld && purchase.acceptance === "pending";
}

/** Won but not charged, or offered after the winner did not pay: the operator has to pay it. */
const payableAwardStates = ["unpaid", "offered"] as const satisfies readonly AwardState[];

export function isPayableAward(state: OfferStatus): boolean {
  return payableAwardStates.some((payable) => payable === state);
}

export function isOpenAward(state: AwardState): boolean {
  return state !== "paid" && state !== "lapsed";
}

/** How long a winner, or a bidder with an offer, can pay; then the next bidder gets the offer. */
const offerHours = 24;

export function offerEnd(now: Date): Date {
  return new Date(now.getTime() + offerHours * hourMs);
}

/** The price for a later bidder: the common price, but never more than their maximum. */
export function secondChanceCents(priceCents: number, maxCents: number): number {
  return Math.min(priceCents, maxCents);
}
