/** When an account may not buy bytes that it already has. Pure. */

import type { ChargebackState, PurchaseState } from "../../db/vocabulary/purchase.ts";
import { spendingStates } from "../account/rules.ts";
import { stateInWords } from "../purchase-state.ts";
import type { Refusal } from "../refusal.ts";

/** States of purchases through which an account has a file, or may soon have it. */
export const holdingStates = spendingStates;

/** While a chargeback is open or lost, the file cannot be downloaded, so the account does not have it. */
export const closedChargebacks = ["open", "lost"] as const satisfies readonly ChargebackState[];

/** An account's purchase that has neither failed nor been refunded. */
export type LivePurchase = { id: string; state: PurchaseState };

/** Where the account already has the requested bytes. */
export type HeldFile =
  | { by: "purchase"; purchaseId: string; listingId: string; state: PurchaseState }
  | { by: "listing"; listingId: string };

/** Null if the account does not have these bytes elsewhere, or wants to pay for them anyway. */
export function identicalFileRefusal(
  held: HeldFile | null,
  allowDuplicate: boolean,
): Refusal | null {
  if (held === null || allowDuplicate) return null;
  const detail = whereHeld(held);
  const purchase = held.by === "purchase" ? { purchaseId: held.purchaseId } : {};
  return { code: "identical_file_owned", pointer: "{id}", detail, ...purchase };
}

function whereHeld(held: HeldFile): string {
  const { listingId } = held;
  if (held.by === "listing") {
    return `The account itself sells the same file as dataset ${listingId}.`;
  }
  const same = `Purchase ${held.purchaseId} of dataset ${listingId} has byte-identical content`;
  return held.state === "payment_pending" ? `${same}; its payment is in progress.` : `${same}.`;
}

/** Why an account cannot pay again for a file of its own live purchase. */
export function earlierRefusal({ id, state }: LivePurchase): Refusal {
  return state === "payment_pending"
    ? {
        code: "purchase_in_progress",
        detail: `Purchase ${id} of this file waits for the outcome of its payment.`,
        purchaseId: id,
      }
    : {
        code: "already_purchased",
        detail: `You already have the file by purchase ${id}, which is ${stateInWords(state)}.`,
        purchaseId: id,
      };
}
