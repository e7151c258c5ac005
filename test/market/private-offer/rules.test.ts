import { expect, test } from "bun:test";
import type { ThreadSide } from "../../../db/vocabulary/message.ts";
import {
  type PrivateOfferState,
  privateOfferStates,
} from "../../../db/vocabulary/private-offer.ts";
import { PRIVATE_OFFER_MOVES_MAX } from "../../../market/private-offer/limits.ts";
import {
  isRefusal,
  mayMove,
  possibleMoves,
  presentState,
  priceRefusal,
  startRefusal,
  useRefusal,
} from "../../../market/private-offer/rules.ts";

const now = new Date("2026-11-30T12:00:00Z");
const later = new Date("2026-12-01T12:00:00Z");

/** An offer in each effective state that a seller made, so that the buyer may answer. */
function offerIn(state: PrivateOfferState) {
  const stored = state === "expired" ? "open" : state === "used" ? "accepted" : state;
  return {
    state: stored,
    turn: "buyer" as ThreadSide,
    expiresAt: state === "expired" ? now : later,
    purchaseId: state === "used" ? "purchase" : null,
    moveCount: 1,
    listingId: "listing",
    priceCents: 900,
  };
}

test("only the other side answers, and only the side that named the price withdraws it", () => {
  const table: Record<PrivateOfferState, Record<ThreadSide, ReturnType<typeof possibleMoves>>> = {
    open: { buyer: ["accept", "counter", "decline"], seller: ["withdraw"] },
    accepted: { buyer: ["withdraw"], seller: [] },
    declined: { buyer: [], seller: [] },
    withdrawn: { buyer: [], seller: [] },
    expired: { buyer: [], seller: [] },
    used: { buyer: [], seller: [] },
  };
  for (const state of privateOfferStates) {
    const offer = offerIn(state);
    expect(presentState(offer, now)).toBe(state);
    for (const side of ["buyer", "seller"] as const) {
      expect([state, side, possibleMoves(offer, side, { isOnSale: true, now })]).toEqual([
        state,
        side,
        table[state][side],
      ]);
    }
  }
});

test("a counter-offer passes the turn, until the moves are used up", () => {
  const offer = offerIn("open");
  expect(mayMove(offer, "buyer", "counter", now)).toEqual({ state: "open", turn: "seller" });
  const full = { ...offer, moveCount: PRIVATE_OFFER_MOVES_MAX - 1 };
  expect(mayMove(full, "buyer", "counter", now)).toMatchObject({ code: "limit_reached" });
  for (const move of ["accept", "decline"] as const) {
    expect(isRefusal(mayMove(full, "buyer", move, now))).toBe(false);
  }
});

test("only an accepted offer for this dataset at its fixed price is used, and the lower price counts", () => {
  const listing = { id: "listing", pricingType: "buy_it_now" as const };
  for (const state of privateOfferStates) {
    const code = useRefusal(offerIn(state), listing, now)?.code ?? null;
    expect([state, code]).toEqual([state, state === "accepted" ? null : "private_offer_not_open"]);
  }
  const accepted = offerIn("accepted");
  const other = { ...listing, id: "other" };
  expect(useRefusal(accepted, other, now)?.code).toBe("private_offer_not_found");
  expect(useRefusal(null, listing, now)?.code).toBe("private_offer_not_found");
  const bidOn = { ...listing, pricingType: "hybrid" as const };
  expect(useRefusal(accepted, bidOn, now)?.code).toBe("private_offer_not_open");
  expect(useRefusal(accepted, listing, later)?.code).toBe("private_offer_not_open");
});

test("a price is at least a card charge and below the listing's", () => {
  const refused = (cents: number) => priceRefusal(cents, 1000, "usd") !== null;
  expect([1, 999, 1000, 1001].map(refused)).toEqual([true, false, true, true]);
});

test("the limits of open offers refuse", () => {
  const none = { ofAccount: 0, ofListing: 0, ofPair: 0 };
  expect(startRefusal(none)).toBeNull();
  for (const name of ["ofAccount", "ofListing", "ofPair"] as const) {
    expect(startRefusal({ ...none, [name]: 1000 })?.code).toBe("limit_reached");
  }
});

test("of a dataset that is not on sale an offer can only be declined or withdrawn", () => {
  const offer = offerIn("open");
  const moves = (side: ThreadSide) => possibleMoves(offer, side, { isOnSale: false, now });
  expect([moves("buyer"), moves("seller")]).toEqual([["decline"], ["withdraw"]]);
});
