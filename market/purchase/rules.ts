/** The states of a purchase, its transitions, and who may buy. Pure. */

import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { ListingStatus, PricingType } from "../../db/vocabulary/listing.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { type AcceptanceFacts, acceptanceRefusals } from "../acceptance/rules.ts";
import { gateRefusal } from "../access/rules.ts";
import { keyRefusal, type SpendLimits, scopeRefusal, spendRefusals } from "../account/rules.ts";
import {
  earlierRefusal,
  type HeldFile,
  identicalFileRefusal,
  type LivePurchase,
} from "../held-file/rules.ts";
import { PAID_PRICE_CENTS_MIN } from "../limits.ts";
import { type BuyItNowFacts, buyItNowRefusal } from "../listing/pricing/rules.ts";
import { isFree, moneyText, noHashWords } from "../pricing.ts";
import { stateInWords } from "../purchase-state.ts";
import { type Check, listed, type Refusal, refusalsOf } from "../refusal.ts";
import type { TrialCredit } from "./trial/rules.ts";

const transitions: Record<PurchaseState, readonly PurchaseState[]> = {
  payment_pending: ["in_escrow", "payment_failed", "cancelled", "expired"],
  in_escrow: ["released", "disputed", "refunded"],
  // The bank may let a payment that it disputed stand.
  disputed: ["in_escrow", "released", "refunded"],
  released: [],
  refunded: [],
  // If it is charged after it has ended, the buyer is refunded.
  payment_failed: ["refunded"],
  cancelled: ["refunded"],
  expired: ["refunded"],
};

export function mayBecome(from: PurchaseState, to: PurchaseState): boolean {
  return transitions[from].includes(to);
}

/** Whether the payment continues only after the card's holder has confirmed it with the bank. */
export function waitsForHolder(purchase: {
  state: PurchaseState;
  actionAskedAt: Date | null;
  failureCode: string | null;
}): boolean {
  const { state, actionAskedAt, failureCode } = purchase;
  return state === "payment_pending" && actionAskedAt !== null && failureCode === null;
}

/** Stored in a pending purchase that its buyer has cancelled, before the provider is asked to cancel. */
export const cancelledByBuyer = {
  code: "cancelled_by_buyer",
  declineCode: null,
  detail: "The buyer cancelled the purchase before it was paid. Nothing was charged.",
};

type Cancellable = { state: PurchaseState; failureCode: string | null; isAward: boolean };

/**
 * The effect of a request to cancel. `repeat`: it was requested before. A won auction is binding, and a
 * paid purchase can only be disputed.
 */
export function cancelOutcome(purchase: Cancellable): "apply" | "repeat" | Refusal {
  const { state, failureCode, isAward } = purchase;
  if (state === "cancelled") return "repeat";
  const refused = (detail: string): Refusal => ({
    code: "purchase_not_cancellable",
    pointer: "{id}",
    detail,
  });
  if (state !== "payment_pending") return refused(`The purchase is ${stateInWords(state)}.`);
  if (isAward) return refused("It was won in an auction, and bids are binding.");
  if (failureCode === cancelledByBuyer.code) return "repeat";
  return failureCode === null ? "apply" : refused("Its payment is already failing.");
}

/** The facts for judging a purchase request; `now` is the time by which the key is judged. */
export type BuyFacts = {
  listing: {
    status: ListingStatus;
    pricingType: PricingType;
    category: string;
    accessQuestions: string[] | null;
    /** Null: no job has read the whole file, so a delivery could not be checked. */
    sha256: string | null;
  };
  /** Null: the selling agent has no owner yet. */
  seller: { accountId: string; isSuspended: boolean } | null;
  buyer: { accountId: string; suspendedAt: Date | null };
  key: SpendLimits & { scopes: ApiKeyScope[]; revokedAt: Date | null; expiresAt: Date | null };
  /** The key's spending in its budget window plus its reservations for open bids, in cents. */
  spentCents: number;
  /** The state of a hybrid's auction; null if it is not a hybrid. */
  auction: Omit<BuyItNowFacts, "now"> | null;
  ownsPaymentMethod: boolean;
  /** The buyer's purchase of the same file that has neither failed nor been refunded. */
  earlier: LivePurchase | null;
  /** The same bytes under another listing, if the account has them. */
  heldFile: HeldFile | null;
  allowDuplicate: boolean;
  /** The price for this buyer. */
  priceCents: number;
  expectedPriceCents: number | undefined;
  /** Why the private offer that the request names cannot be used. */
  privateOfferRefusal?: Refusal | null;
  /** Why the coupon that the request names cannot be used. */
  couponRefusal?: Refusal | null;
  /** The coupon that lowers the price. */
  couponId?: string | null;
  /** Why the trial that the request names cannot be bought. */
  trialRefusal?: Refusal | null;
  /** The number of rows if a trial is bought; null: the whole file. */
  trialRows?: number | null;
  /** What an earlier trial takes off the price; null: nothing. */
  credit?: TrialCredit | null;
  /** Whether the seller of a gated listing lets this buyer in. */
  hasAccess: boolean;
  /** Null: the purchase has no acceptance contract. */
  acceptance: AcceptanceFacts | null;
  /** ISO 4217, for all amounts. */
  currency: string;
  now: Date;
};

/**
 * Why this purchase is refused; empty if it is allowed. The first refusal is the answer's code.
 * `needsOwner` decides separately whether the owner has to approve it.
 */
export function buyRefusals(facts: BuyFacts): Refusal[] {
  if (facts.listing.status === "draft") {
    return [{ code: "dataset_not_found", pointer: "{id}", detail: "No dataset has this id." }];
  }
  const { key, buyer, listing, priceCents, spentCents, now } = facts;
  const ofKey = [keyRefusal(key, buyer, now), scopeRefusal(key.scopes, ["purchase"])];
  const { category } = listing;
  const spend = { priceCents, category, spentCents, currency: facts.currency, now };
  return [
    ...listed(ofKey),
    ...saleRefusals(facts),
    ...requestRefusals(facts),
    ...listed(spendRefusals(key, spend)),
  ];
}

/** Refusals that do not depend on the caller's key. */
function saleRefusals(facts: BuyFacts): Refusal[] {
  const { listing, seller, buyer, auction, priceCents, now } = facts;
  const money = (cents: number) => moneyText(cents, facts.currency);
  const { status, pricingType } = listing;
  const bidOn = auction === null ? null : buyItNowRefusal({ ...auction, now });
  const isAuction = pricingType === "auction";
  const costsNothing = isFree({ pricingType, priceCents });
  const isCheap = priceCents < PAID_PRICE_CENTS_MIN && !costsNothing && !isAuction;
  const checks: Check[] = [
    [seller?.accountId === buyer.accountId, "own_dataset", "You sell this dataset yourself."],
    [status !== "active", "dataset_not_available", `The dataset is ${status}.`],
    [listing.sha256 === null, "dataset_not_available", noHashWords],
    [
      seller === null || seller.isSuspended,
      "dataset_not_available",
      "Its seller cannot sell at the moment.",
    ],
    [costsNothing, "dataset_is_free", "Its price is 0, so it needs no purchase."],
    [isAuction, "not_for_direct_sale", "It has no buy-it-now price."],
    [bidOn !== null, "not_for_direct_sale", bidOn ?? ""],
    [
      isCheap,
      "dataset_not_available",
      `It costs ${money(priceCents)}; the smallest card charge is ${money(PAID_PRICE_CENTS_MIN)}.`,
    ],
  ];
  return refusalsOf(checks, "{id}");
}

function requestRefusals(facts: BuyFacts): Refusal[] {
  const { priceCents, expectedPriceCents, earlier } = facts;
  // A buyer who saw the listing's price has agreed to the lower one.
  const creditCents = facts.credit?.cents ?? 0;
  const refusals = listed([
    gateRefusal(facts.listing, facts.hasAccess),
    facts.privateOfferRefusal ?? null,
    facts.couponRefusal ?? null,
    facts.trialRefusal ?? null,
  ]);
  const expected = [priceCents, priceCents + creditCents];
  const isOffered = (facts.trialRefusal ?? null) === null;
  if (isOffered && expectedPriceCents !== undefined && !expected.includes(expectedPriceCents)) {
    refusals.push({
      code: "price_changed",
      pointer: "/expected_price_cents",
      currentPriceCents: priceCents,
      detail:
        `The price is ${moneyText(priceCents, facts.currency)}, not ` +
        `${moneyText(expectedPriceCents, facts.currency)}.`,
    });
  }
  if (!facts.ownsPaymentMethod) {
    refusals.push({
      code: "payment_method_unknown",
      pointer: "/payment_method_id",
      detail: "The account has no such card, or the key may not charge it.",
    });
  }
  if (earlier !== null) {
    refusals.push({ pointer: "{id}", ...earlierRefusal(earlier) });
  }
  if (facts.acceptance !== null) refusals.push(...acceptanceRefusals(facts.acceptance));
  return [...refusals, ...listed([identicalFileRefusal(facts.heldFile, facts.allowDuplicate)])];
}

/** The rest of a shared charge has no seller. */
export type Parties = { accountId: string; sellerAccountId?: string };

/** Nobody may decide about their own money. */
export function isParty(administratorId: string, { accountId, sellerAccountId }: Parties): boolean {
  return accountId === administratorId || sellerAccountId === administratorId;
}
