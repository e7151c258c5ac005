/** States, turns and limits of private offers, and what their price is for a purchase. Pure. */
import type { ListingStatus, PricingType } from "../../db/vocabulary/listing.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type {
  PrivateOfferMove,
  PrivateOfferState,
  StoredPrivateOfferState,
} from "../../db/vocabulary/private-offer.ts";
import { hourMs } from "../../platform/time.ts";
import { earlierRefusal, type LivePurchase } from "../held-file/rules.ts";
import { PAID_PRICE_CENTS_MIN } from "../limits.ts";
import { moneyText } from "../pricing.ts";
import { type Check, type Refusal, refusalsOf } from "../refusal.ts";
import {
  PRIVATE_OFFER_HOURS_DEFAULT,
  PRIVATE_OFFER_MOVES_MAX,
  PRIVATE_OFFERS_PER_ACCOUNT_MAX,
  PRIVATE_OFFERS_PER_LISTING_MAX,
} from "./limits.ts";

export const otherSide: Record<ThreadSide, ThreadSide> = { buyer: "seller", seller: "buyer" };

type Timed = { state: StoredPrivateOfferState; expiresAt: Date; purchaseId: string | null };

/** The effective state. A purchase that ended unpaid does not use the offer. */
export function presentState(
  { state, expiresAt, purchaseId }: Timed,
  now: Date,
): PrivateOfferState {
  if (purchaseId !== null) return "used";
  if ((state === "open" || state === "accepted") && now >= expiresAt) return "expired";
  return state;
}

/** When a new offer or counter-offer expires. */
export function offerEnd(hours: number | undefined, now: Date): Date {
  return new Date(now.getTime() + (hours ?? PRIVATE_OFFER_HOURS_DEFAULT) * hourMs);
}

type Answer = Exclude<PrivateOfferMove, "offer">;
type Moved = { state: StoredPrivateOfferState; turn: ThreadSide };
type Negotiation = Timed & { turn: ThreadSide; moveCount: number };

const stateWords: Record<PrivateOfferState, string> = {
  open: "It is open.",
  accepted: "It was accepted.",
  declined: "It was declined.",
  withdrawn: "It was withdrawn.",
  expired: "It has expired.",
  used: "It was used for a purchase.",
};

export function mayMove(
  offer: Negotiation,
  side: ThreadSide,
  move: Answer,
  now: Date,
): Moved | Refusal {
  const state = presentState(offer, now);
  // An accepted price binds its seller until it expires; the buyer need not buy.
  if (move === "withdraw" && state === "accepted" && side === "buyer") {
    return { state: "withdrawn", turn: offer.turn };
  }
  if (state !== "open") return { code: "private_offer_not_open", detail: stateWords[state] };
  const isOwnTurn = offer.turn === side;
  if (isOwnTurn !== (move !== "withdraw")) {
    const detail = isOwnTurn
      ? "The price is the other side's: accept, decline or counter it."
      : "The price is yours, so the other side answers. You may withdraw it.";
    return { code: "private_offer_not_your_turn", detail };
  }
  if (move === "counter" && offer.moveCount >= PRIVATE_OFFER_MOVES_MAX - 1) {
    const detail = `A private offer has at most ${PRIVATE_OFFER_MOVES_MAX} moves: accept or decline it.`;
    return { code: "limit_reached", detail };
  }
  return { state: outcomes[move], turn: move === "counter" ? otherSide[side] : offer.turn };
}

const outcomes: Record<Answer, StoredPrivateOfferState> = {
  accept: "accepted",
  decline: "declined",
  withdraw: "withdrawn",
  counter: "open",
};

export const isRefusal = (moved: Moved | Refusal): moved is Refusal => "code" in moved;

/** The moves that a side may make now; a dataset that is not on sale takes no price. */
export function possibleMoves(
  offer: Negotiation,
  side: ThreadSide,
  { isOnSale, now }: { isOnSale: boolean; now: Date },
): Answer[] {
  const pricing: Answer[] = isOnSale ? ["accept", "counter"] : [];
  const moves: Answer[] = [...pricing, "decline", "withdraw"];
  return moves.filter((move) => !isRefusal(mayMove(offer, side, move, now)));
}

export type OfferedListing = {
  status: ListingStatus;
  pricingType: PricingType;
  priceCents: number;
  /** Null: the selling agent has no owner. */
  seller: { accountId: string; isSuspended: boolean } | null;
  buyer: { accountId: string; isSuspended: boolean };
  /** The buyer's own purchase of the file on sale. Only the buyer sees it. */
  earlier: LivePurchase | null;
};

/** Why no private price of this listing can be agreed on now. */
export function listingRefusals(
  { status, pricingType, priceCents, seller, buyer, earlier }: OfferedListing,
  side: ThreadSide,
): Refusal[] {
  const isOtherSuspended =
    side === "buyer" ? seller === null || seller.isSuspended : buyer.isSuspended;
  const isFixed = pricingType === "buy_it_now";
  const checks: Check[] = [
    [seller?.accountId === buyer.accountId, "own_dataset", "Buyer and seller are one account."],
    [status !== "active", "dataset_not_available", `The dataset is ${status}.`],
    [!isFixed, "not_for_direct_sale", "Only a dataset with a fixed price takes private offers."],
    [isFixed && priceCents === 0, "dataset_is_free", "Its price is 0, so it needs no offer."],
    [isOtherSuspended, "recipient_unavailable", "The other side is currently suspended."],
  ];
  const owned = side === "buyer" && earlier !== null ? [earlierRefusal(earlier)] : [];
  return [...refusalsOf(checks, "{id}"), ...owned];
}

/** Why this price cannot be offered; null if it can. */
export function priceRefusal(
  priceCents: number,
  listPriceCents: number,
  currency: string,
): Refusal | null {
  const refused = (detail: string): Refusal => ({
    code: "invalid_request",
    pointer: "/price_cents",
    detail,
  });
  if (priceCents < PAID_PRICE_CENTS_MIN) {
    return refused(`The smallest card charge is ${moneyText(PAID_PRICE_CENTS_MIN, currency)}.`);
  }
  if (priceCents < listPriceCents) return null;
  return refused(`Everybody pays ${moneyText(listPriceCents, currency)}: offer less.`);
}

/** Why a mover cannot address the buyer like this; null if it can. */
export function addressRefusal(
  side: ThreadSide,
  { threadId, requestId }: { threadId: string | undefined; requestId: string | undefined },
): Refusal | null {
  const given = [threadId, requestId].filter((id) => id !== undefined).length;
  const refused = (pointer: string, detail: string): Refusal => ({
    code: "invalid_request",
    pointer,
    detail,
  });
  if (side === "buyer") {
    if (given === 0) return null;
    const pointer = threadId === undefined ? "/request_id" : "/thread_id";
    return refused(pointer, "Only a seller names the buyer; the dataset names the seller.");
  }
  if (given === 1) return null;
  return refused(
    "/thread_id",
    "Name the buyer by one thread, or by the request that you answered.",
  );
}

/** Why no further offer can be started; null if one can. */
export function startRefusal(live: {
  ofAccount: number;
  ofListing: number;
  ofPair: number;
}): Refusal | null {
  const refused = (detail: string): Refusal => ({ code: "limit_reached", detail });
  if (live.ofPair > 0) {
    return refused("Buyer and seller already have an open or accepted private offer for it.");
  }
  if (live.ofAccount >= PRIVATE_OFFERS_PER_ACCOUNT_MAX) {
    return refused(`Your account started ${PRIVATE_OFFERS_PER_ACCOUNT_MAX} that are still open.`);
  }
  if (live.ofListing < PRIVATE_OFFERS_PER_LISTING_MAX) return null;
  return refused(`The dataset has ${PRIVATE_OFFERS_PER_LISTING_MAX} open private offers.`);
}

/** Why a purchase cannot use the offer; null if it can. */
export function useRefusal(
  offer: (Timed & { listingId: string }) | null,
  listing: { id: string; pricingType: PricingType },
  now: Date,
): Refusal | null {
  const pointer = "/private_offer_id";
  if (offer === null || offer.listingId !== listing.id) {
    const detail = "You have no private offer with this id for this dataset.";
    return { code: "private_offer_not_found", pointer, detail };
  }
  const state = presentState(offer, now);
  if (state === "accepted" && listing.pricingType === "buy_it_now") return null;
  if (state === "accepted") {
    return { code: "private_offer_not_open", pointer, detail: "The price is no longer fixed." };
  }
  const detail = state === "open" ? "It is not accepted yet." : stateWords[state];
  return { code: "private_offer_not_open", pointer, detail };
}
