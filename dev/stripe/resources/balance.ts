/** The platform's balance: every movement is a balance transaction, pending for two days. */
import type Stripe from "stripe";
import { daySeconds } from "../../../platform/time.ts";
import type { Call } from "../http/call.ts";
import { type MovementGiven, newMovement } from "../shapes/connect.ts";

const PENDING_SECONDS = 2 * daySeconds;
const FEE_FIXED = 30;
const FEE_RATE = 0.029;

/** Stripe's fee for a charge, in the smallest unit. */
export function feeOf(amount: number): number {
  return Math.round(amount * FEE_RATE) + FEE_FIXED;
}

/** Books a movement and returns its id. */
export function move(call: Call, given: Omit<MovementGiven, "description">): string {
  const movement = newMovement({ ...given, description: null }, { created: call.now });
  call.store.save(movement);
  return movement.id;
}

/** When a charge made now becomes available. */
export function availableOn(call: Call, bypassesPending: boolean): number {
  return bypassesPending ? call.now : call.now + PENDING_SECONDS;
}

/**
 * When the money of an earlier charge becomes available, which is when movements out of it count.
 */
export function availableOnOf(call: Call, charge: Stripe.Charge): number {
  const id = charge.balance_transaction;
  const movement = id === null ? undefined : call.store.find("balance_transaction", String(id));
  return movement?.available_on ?? call.now;
}

/** The balance of one currency, in its smallest unit. */
export function balanceOf(call: Call, currency: string): { available: number; pending: number } {
  const balance = { available: 0, pending: 0 };
  for (const { available_on, net } of call.store.list("balance_transaction", { currency })) {
    balance[available_on <= call.now ? "available" : "pending"] += net;
  }
  return balance;
}
