/** When bytes that an account has already are not sold to it again. Pure. */
import type { ChargebackState, PurchaseState } from "../../../db/vocabulary/purchase.ts";
import { spendingStates } from "../../account/rules.ts";
import type { Refusal } from "../../refusal.ts";

/** Purchases by which an account has a file, or is about to. */
export const holdingStates = spendingStates;

/** While one is open, and once it is lost, the file can't be downloaded: it is not had. */
export const closedChargebacks = ["open", "lost"] as const satisfies readonly ChargebackState[];

/** An account's purchase of a file that has not failed or been refunded. */
export type LivePurchase = { id: string; state: PurchaseState };

/** Where an account has the bytes of a file that it asks for. */
export type HeldFile =
  | { by: "purchase"; purchaseId: string; listingId: string; state: PurchaseState }
  | { by: "listing"; listingId: string };

/** Null: the account has these bytes nowhere else, or wants them all the same. */
export function identicalFileRefusal(
  held: HeldFile | null,
  allowDuplicate: boolean,
): Refusal | null {
  if (held === null || allowDuplicate) return null;
  const detail = `${whereHeld(held)} To pay for it here too, send allow_duplicate: true.`;
  const purchase = held.by === "purchase" ? { purchaseId: held.purchaseId } : {};
  return { code: "identical_file_owned", pointer: "{id}", detail, ...purchase };
}

function whereHeld(held: HeldFile): string {
  const { listingId } = held;
  if (held.by === "listing") {
    return `The account itself sells the same file as dataset ${listingId}.`;
  }
  const same = `Purchase ${held.purchaseId} of dataset ${listingId} is of the same file, byte by byte`;
  return held.state === "payment_pending" ? `${same}; its payment is under way.` : `${same}.`;
}

/** Why nobody pays for the file of their own live purchase again. */
export function earlierRefusal({ id, state }: LivePurchase): Refusal {
  return state === "payment_pending"
    ? {
        code: "purchase_in_progress",
        detail: `Purchase ${id} of this file waits for the outcome of its payment.`,
        purchaseId: id,
      }
    : {
        code: "already_purchased",
        detail: `The file is yours by purchase ${id}, which is ${state}.`,
        purchaseId: id,
      };
}
