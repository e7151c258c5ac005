/** What may become of a purchase that waits for its person. Pure. */
import type { WaitingState } from "../../../db/vocabulary/purchase.ts";
import { hourMs } from "../../../platform/time.ts";
import { moneyText } from "../../pricing.ts";
import { type Check, type Refusal, refusalsOf } from "../../refusal.ts";
import {
  WAITING_PURCHASE_TTL_HOURS,
  WAITING_PURCHASES_PER_KEY_MAX,
  WAITING_PURCHASES_PER_KEY_PER_DAY_MAX,
} from "../limits.ts";

/** What is asked: it stays as it was, whatever becomes of the listing. */
export type WaitingTerms = {
  uploadId: string;
  version: number;
  license: string | null;
  priceCents: number;
  currency: string;
  paymentMethodId: string;
  allowDuplicate: boolean;
};

type Waiting = { state: WaitingState; expiresAt: Date };

export function waitingEnd(now: Date): Date {
  return new Date(now.getTime() + WAITING_PURCHASE_TTL_HOURS * hourMs);
}

/** The state by which a row is to be judged: the clock may not have come yet. */
export function presentState({ state, expiresAt }: Waiting, now: Date): WaitingState {
  return state === "waiting" && now >= expiresAt ? "expired" : state;
}

/** Whether a repeated wish is the question that waits already, so that nobody is asked twice. */
export function isSameQuestion(waiting: Waiting & WaitingTerms, asked: WaitingTerms, now: Date) {
  return (
    presentState(waiting, now) === "waiting" &&
    waiting.uploadId === asked.uploadId &&
    waiting.license === asked.license &&
    waiting.priceCents === asked.priceCents &&
    waiting.currency === asked.currency &&
    waiting.paymentMethodId === asked.paymentMethodId &&
    waiting.allowDuplicate === asked.allowDuplicate
  );
}

/** Why a key may not ask its person anything more; null: it may. Each question is a mail. */
export function askingRefusal(asked: { waiting: number; inDay: number }): Refusal | null {
  if (asked.waiting >= WAITING_PURCHASES_PER_KEY_MAX) {
    const detail = `${WAITING_PURCHASES_PER_KEY_MAX} purchases of this key wait already.`;
    return { code: "limit_reached", detail };
  }
  if (asked.inDay < WAITING_PURCHASES_PER_KEY_PER_DAY_MAX) return null;
  const detail = `A key asks its owner ${WAITING_PURCHASES_PER_KEY_PER_DAY_MAX} times in 24 hours.`;
  return { code: "limit_reached", detail };
}

const endedWords: Record<Exclude<WaitingState, "waiting">, string> = {
  approved: "The owner has approved it already.",
  refused: "The owner has refused it.",
  cancelled: "It was cancelled before the owner had answered.",
  superseded: "It was asked for anew on other terms, or bought, before the owner had answered.",
  expired: "Nobody has answered in time.",
};

/** Why it can be neither approved, refused nor cancelled any more; null: it waits. */
export function endedRefusal(waiting: Waiting, now: Date): Refusal | null {
  const state = presentState(waiting, now);
  if (state === "waiting") return null;
  const money = state === "approved" ? "" : " Nothing was charged.";
  return { code: "waiting_purchase_ended", detail: `${endedWords[state]}${money}` };
}

type OnSale = {
  uploadId: string | null;
  version: number;
  license: string | null;
  currency: string;
};

/**
 * Why what is on sale now is not what the person sees, besides its price and all that stands against
 * any purchase; empty: it is the same.
 */
export function changedRefusals(terms: WaitingTerms, onSale: OnSale): Refusal[] {
  const asked = moneyText(terms.priceCents, terms.currency);
  const checks: Check[] = [
    [
      onSale.uploadId !== terms.uploadId,
      "dataset_not_available",
      `Version ${terms.version} was asked for; version ${onSale.version} is on sale now. ` +
        "The agent has to ask again.",
    ],
    [
      onSale.license !== terms.license,
      "dataset_not_available",
      "Its licence is not the one that was asked for. The agent has to ask again.",
    ],
    [
      onSale.currency !== terms.currency,
      "price_changed",
      `${asked} was asked for; prices are in ${onSale.currency.toUpperCase()} now.`,
    ],
  ];
  return refusalsOf(checks, "");
}
