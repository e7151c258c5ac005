/** What a purchase may become, when, and who decides it. Pure. */
import type { ApiKeyScope } from "../../db/vocabulary/account.ts";
import type { ListingStatus, PricingType } from "../../db/vocabulary/listing.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { keyRefusal, type SpendLimits, scopeRefusal, spendRefusals } from "../account/rules.ts";
import { PAID_PRICE_CENTS_MIN } from "../limits.ts";
import { type BuyItNowFacts, buyItNowRefusal } from "../listing/pricing/rules.ts";
import { isFree, moneyText, noHashWords } from "../pricing.ts";
import { type Check, listed, type Refusal, refusalsOf } from "../refusal.ts";
import {
  earlierRefusal,
  type HeldFile,
  identicalFileRefusal,
  type LivePurchase,
} from "./identical/rules.ts";

const transitions: Record<PurchaseState, readonly PurchaseState[]> = {
  payment_pending: ["in_escrow", "payment_failed", "cancelled", "expired"],
  in_escrow: ["released", "disputed", "refunded"],
  // The bank may let a payment stand that it has disputed.
  disputed: ["in_escrow", "released", "refunded"],
  released: [],
  refunded: [],
  // Charged after it had ended, the buyer gets the money back.
  payment_failed: ["refunded"],
  cancelled: ["refunded"],
  expired: ["refunded"],
};

export function mayBecome(from: PurchaseState, to: PurchaseState): boolean {
  return transitions[from].includes(to);
}

/** Whether the payment goes on once the card's holder has confirmed it with the bank. */
export function waitsForHolder(purchase: {
  state: PurchaseState;
  actionAskedAt: Date | null;
  failureCode: string | null;
}): boolean {
  const { state, actionAskedAt, failureCode } = purchase;
  return state === "payment_pending" && actionAskedAt !== null && failureCode === null;
}

/** Noted in a pending purchase whose buyer has cancelled it, before the provider is asked to. */
export const cancelledByBuyer = {
  code: "cancelled_by_buyer",
  declineCode: null,
  detail: "The buyer cancelled the purchase before it was paid. Nothing was charged.",
};

type Cancellable = { state: PurchaseState; failureCode: string | null; isAward: boolean };

/**
 * What asking to cancel a purchase does. `repeat`: it was asked for before. What was won in an auction
 * is binding, and what is paid is disputed instead.
 */
export function cancelOutcome(purchase: Cancellable): "apply" | "repeat" | Refusal {
  const { state, failureCode, isAward } = purchase;
  if (state === "cancelled") return "repeat";
  const refused = (detail: string): Refusal => ({
    code: "purchase_not_cancellable",
    pointer: "{id}",
    detail,
  });
  if (state !== "payment_pending") return refused(`The purchase is ${state}.`);
  if (isAward) return refused("It was won in an auction: a bid is binding.");
  if (failureCode === cancelledByBuyer.code) return "repeat";
  return failureCode === null ? "apply" : refused("Its payment is failing already.");
}

/** What is known when somebody asks to buy; `now` is the time by which the key is judged. */
export type BuyFacts = {
  listing: {
    status: ListingStatus;
    pricingType: PricingType;
    priceCents: number;
    category: string;
    /** Null: nobody has read the whole file, so nobody could check what is delivered. */
    sha256: string | null;
  };
  /** Null: the agent that sells it has no owner yet. */
  seller: { accountId: string; isSuspended: boolean } | null;
  buyer: { accountId: string; suspendedAt: Date | null };
  key: SpendLimits & { scopes: ApiKeyScope[]; revokedAt: Date | null; expiresAt: Date | null };
  /** What the key has spent in its budget's window and keeps for its open bids, in cents. */
  spentCents: number;
  /** How the auction of a hybrid stands; null: it is no hybrid. */
  auction: Omit<BuyItNowFacts, "now"> | null;
  ownsPaymentMethod: boolean;
  /** The buyer's purchase of the same file that has not failed or ended in a refund. */
  earlier: LivePurchase | null;
  /** Where the account has the same bytes under another listing. */
  heldFile: HeldFile | null;
  allowDuplicate: boolean;
  expectedPriceCents: number | undefined;
  /** ISO 4217, of all amounts. */
  currency: string;
  now: Date;
};

/**
 * Why this may not be bought; empty: it may. The first one is the answer's code. Whether the owner is
 * asked first is not its matter: `needsOwner` says so.
 */
export function buyRefusals(facts: BuyFacts): Refusal[] {
  if (facts.listing.status === "draft") {
    return [{ code: "dataset_not_found", pointer: "{id}", detail: "No dataset has this id." }];
  }
  const { key, buyer, listing, spentCents, now } = facts;
  const ofKey = [keyRefusal(key, buyer, now), scopeRefusal(key.scopes, ["purchase"])];
  const { priceCents, category } = listing;
  const spend = { priceCents, category, spentCents, currency: facts.currency, now };
  return [
    ...listed(ofKey),
    ...saleRefusals(facts),
    ...requestRefusals(facts),
    ...listed(spendRefusals(key, spend)),
  ];
}

/** Of what is on sale, whoever asks for it and however. */
function saleRefusals(facts: BuyFacts): Refusal[] {
  const { listing, seller, buyer, auction, now } = facts;
  const money = (cents: number) => moneyText(cents, facts.currency);
  const { status, priceCents, pricingType } = listing;
  const bidOn = auction === null ? null : buyItNowRefusal({ ...auction, now });
  const isAuction = pricingType === "auction";
  const isCheap = priceCents < PAID_PRICE_CENTS_MIN && !isFree(listing) && !isAuction;
  const checks: Check[] = [
    [seller?.accountId === buyer.accountId, "own_dataset", "You sell this dataset yourself."],
    [status !== "active", "dataset_not_available", `The dataset is ${status}.`],
    [listing.sha256 === null, "dataset_not_available", noHashWords],
    [
      seller === null || seller.isSuspended,
      "dataset_not_available",
      "Its seller cannot sell at present.",
    ],
    [isFree(listing), "dataset_is_free", "Its price is 0: it needs no purchase."],
    [isAuction, "not_for_direct_sale", "It has no buy-it-now price."],
    [bidOn !== null, "not_for_direct_sale", bidOn ?? ""],
    [
      isCheap,
      "dataset_not_available",
      `It costs ${money(priceCents)}; a card is charged ${money(PAID_PRICE_CENTS_MIN)} at least.`,
    ],
  ];
  return refusalsOf(checks, "{id}");
}

function requestRefusals(facts: BuyFacts): Refusal[] {
  const { listing, expectedPriceCents, earlier } = facts;
  const refusals: Refusal[] = [];
  if (expectedPriceCents !== undefined && expectedPriceCents !== listing.priceCents) {
    refusals.push({
      code: "price_changed",
      pointer: "/expected_price_cents",
      currentPriceCents: listing.priceCents,
      detail:
        `The price is ${moneyText(listing.priceCents, facts.currency)} ` +
        `(expected_price_cents: ${listing.priceCents}), not ` +
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
  return [...refusals, ...listed([identicalFileRefusal(facts.heldFile, facts.allowDuplicate)])];
}

/** Nobody decides about their own money. */
export function isParty(
  administratorId: string,
  purchase: { accountId: string; sellerAccountId: string },
): boolean {
  return purchase.accountId === administratorId || purchase.sellerAccountId === administratorId;
}
