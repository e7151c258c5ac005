/** The first checks of every call about a purchase. */
import type { ChargedRow } from "../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import { MarketError } from "../errors.ts";
import { stateInWords } from "../purchase-state.ts";

/**
 * Accepts the caller's own purchase.
 * Errors: purchase_not_found, purchase_not_yours.
 */
export function requireOwnPurchase<R extends ChargedRow>(
  purchase: R | null,
  actor: AccountActor,
): asserts purchase is R {
  if (purchase === null) throw purchaseNotFound();
  if (purchase.accountId === actor.accountId) return;
  throw new MarketError("purchase_not_yours", "Another operator bought this.");
}

/** Errors: purchase_not_in_escrow. */
export function requireInEscrow(purchase: PurchaseRow): void {
  if (purchase.acceptance === "pending" && purchase.state === "in_escrow") {
    throw new MarketError(
      "purchase_not_in_escrow",
      purchase.subscriptionId === null
        ? "Its acceptance contract is being evaluated, which decides about the money."
        : "Its acceptance contract decides about the money, once the period has an update.",
    );
  }
  if (purchase.state === "in_escrow") return;
  throw new MarketError(
    "purchase_not_in_escrow",
    `The purchase is ${stateInWords(purchase.state)}; its money is not in escrow.`,
  );
}

/** Errors: purchase_not_in_escrow. */
export function requireDelivered({ subscriptionId, deliveredVersion }: PurchaseRow): void {
  if (subscriptionId === null || deliveredVersion !== null) return;
  throw new MarketError(
    "purchase_not_in_escrow",
    "The period has had no update yet, and is refunded if there is none until its end.",
  );
}

export function purchaseNotFound(): MarketError {
  return new MarketError("purchase_not_found", "No purchase has this id.");
}
