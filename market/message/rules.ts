/** Decides who may write to whom, how often, and when a mail is sent. Pure. */
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { ThreadSide } from "../../db/vocabulary/message.ts";
import type { PurchaseState } from "../../db/vocabulary/purchase.ts";
import { minuteMs } from "../../platform/time.ts";
import type { Refusal } from "../refusal.ts";
import { MESSAGE_MAIL_PAUSE_MINUTES } from "./limits.ts";

export const otherSide: Record<ThreadSide, ThreadSide> = { buyer: "seller", seller: "buyer" };

/** A purchase in one of these states lets its buyer write, whatever the listing's state. */
export const boughtStates = [
  "payment_pending",
  "in_escrow",
  "disputed",
  "released",
  "refunded",
] as const satisfies readonly PurchaseState[];

export type ContactFacts = {
  status: ListingStatus;
  /** Null: the selling agent has no owner. */
  seller: { accountId: string; isSuspended: boolean } | null;
  buyerAccountId: string;
  /** The two have already written about this listing. */
  hasThread: boolean;
  isBought: boolean;
};

/** Why this operator may not write about this listing; null if it may. */
export function contactRefusal(facts: ContactFacts): Refusal | null {
  const { status, seller, hasThread, isBought } = facts;
  if (status === "draft") {
    return { code: "dataset_not_found", detail: "No dataset has this id." };
  }
  if (seller?.accountId === facts.buyerAccountId) {
    return { code: "own_dataset", detail: "You are its seller, so there is nobody to write to." };
  }
  if (status !== "active" && !hasThread && !isBought) {
    return { code: "dataset_not_available", detail: "It is off the catalogue." };
  }
  return recipientRefusal(seller === null || seller.isSuspended);
}

/** Nobody would read messages to a suspended side. */
export function recipientRefusal(isSuspended: boolean): Refusal | null {
  if (!isSuspended) return null;
  return { code: "recipient_unavailable", detail: "The other side is currently suspended." };
}

/** When a side's person may get a mail: at once, or an hour after the last one. */
export function mailDueAt(mailedAt: Date | null, now: Date): Date {
  if (mailedAt === null) return now;
  const freeAt = mailedAt.getTime() + MESSAGE_MAIL_PAUSE_MINUTES * minuteMs;
  return new Date(Math.max(freeAt, now.getTime()));
}
