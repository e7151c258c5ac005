/** Rules for purchases that wait for the owner's approval. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { PlanInterval } from "../../../db/vocabulary/listing.ts";
import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import { hourMs } from "../../../platform/time.ts";
import type { AcceptanceTerms } from "../../acceptance/schemas.ts";
import { moneyText } from "../../pricing.ts";
import { type Check, type Refusal, refusalsOf } from "../../refusal.ts";
import {
  WAITING_PURCHASE_TTL_HOURS,
  WAITING_PURCHASES_PER_KEY_MAX,
  WAITING_PURCHASES_PER_KEY_PER_DAY_MAX,
} from "../limits.ts";

/** The file that the owner was shown. */
export type FileTerms = { uploadId: string | null; version: number | null; license: string | null };

/** The file of a bundle's dataset, as the owner was shown it. */
export type BundledFile = FileTerms & {
  listingId: string;
  title: string;
  acceptance: AcceptanceTerms | null;
};

/** The requested terms, which stay the same if the listing changes: of a dataset, or of a bundle. */
export type WaitingTerms = FileTerms & {
  listingId: string | null;
  bundleId: string | null;
  bundled: BundledFile[] | null;
  /** Of a subscription. */
  plan: PlanInterval | null;
  priceCents: number;
  currency: string;
  paymentMethodId: string;
  allowDuplicate: boolean;
  acceptance: AcceptanceTerms | null;
  privateOfferId: string | null;
  /** The code. */
  coupon: string | null;
  isTrial: boolean;
};

type Waiting = { state: WaitingState; expiresAt: Date };

export function waitingEnd(now: Date): Date {
  return new Date(now.getTime() + WAITING_PURCHASE_TTL_HOURS * hourMs);
}

/** The effective state: a row may have expired before the clock has marked it. */
export function presentState({ state, expiresAt }: Waiting, now: Date): WaitingState {
  return state === "waiting" && now >= expiresAt ? "expired" : state;
}

/** Whether a request equals the one that is already waiting, so that the owner is not asked twice. */
export function isSameQuestion(waiting: Waiting & WaitingTerms, asked: WaitingTerms, now: Date) {
  const names = Object.keys(asked) as (keyof WaitingTerms)[];
  return (
    presentState(waiting, now) === "waiting" &&
    names.every((name) => isDeepStrictEqual(waiting[name], asked[name]))
  );
}

/** Why a key may not ask its owner again; null if it may. Each request is a mail. */
export function askingRefusal(asked: { waiting: number; inDay: number }): Refusal | null {
  if (asked.waiting >= WAITING_PURCHASES_PER_KEY_MAX) {
    const detail = `${WAITING_PURCHASES_PER_KEY_MAX} purchases of this key are already waiting.`;
    return { code: "limit_reached", detail };
  }
  if (asked.inDay < WAITING_PURCHASES_PER_KEY_PER_DAY_MAX) return null;
  const detail = `A key may ask its owner ${WAITING_PURCHASES_PER_KEY_PER_DAY_MAX} times in 24 hours.`;
  return { code: "limit_reached", detail };
}

const endedWords: Record<Exclude<WaitingState, "waiting">, string> = {
  approved: "The owner has already approved it.",
  refused: "The owner has refused it.",
  cancelled: "It was cancelled before the owner answered.",
  superseded: "It was requested again on other terms, or bought, before the owner answered.",
  expired: "Nobody answered in time.",
};

/** Why it can no longer be approved, refused or cancelled; null if it is waiting. */
export function endedRefusal(waiting: Waiting, now: Date): Refusal | null {
  const state = presentState(waiting, now);
  if (state === "waiting") return null;
  const money = state === "approved" ? "" : " Nothing was charged.";
  return { code: "waiting_purchase_ended", detail: `${endedWords[state]}${money}` };
}

/** The datasets that a purchase would open. */
export function listingsOf({ listingId, bundled }: Pick<WaitingTerms, "listingId" | "bundled">) {
  return listingId === null ? (bundled ?? []).map((one) => one.listingId) : [listingId];
}

/**
 * How the dataset on sale differs from what the owner was shown, apart from its price and everything
 * that blocks any purchase; empty if nothing differs.
 */
export function changedRefusals(terms: FileTerms, onSale: FileTerms): Refusal[] {
  const checks: Check[] = [
    [
      onSale.uploadId !== terms.uploadId,
      "dataset_not_available",
      `Version ${terms.version} was requested, but version ${onSale.version} is on sale now. ` +
        "The agent has to ask again.",
    ],
    [
      onSale.license !== terms.license,
      "dataset_not_available",
      "Its licence has changed since the request. The agent has to ask again.",
    ],
  ];
  return refusalsOf(checks, "");
}

/** Why the price that the owner was shown cannot be charged any more; null if it can. */
export function currencyRefusal(
  { priceCents, currency }: Pick<WaitingTerms, "priceCents" | "currency">,
  current: string,
): Refusal | null {
  if (current === currency) return null;
  const asked = moneyText(priceCents, currency);
  const detail = `${asked} was requested, but prices are in ${current.toUpperCase()} now.`;
  return { code: "price_changed", pointer: "", detail };
}
