/** What a dispute of the card's bank makes of a purchase and of its seller's debt. Pure. */
import type { ChargebackState } from "../../vocabulary.ts";
import type { DisputeReason, RefundCause } from "../rules.ts";

/** What all disputes of a charge come to: a loss outweighs an open one, that outweighs a win. */
export function chargebackOf(states: ChargebackState[]): ChargebackState | null {
  const weight: ChargebackState[] = ["lost", "open", "won"];
  return weight.find((state) => states.includes(state)) ?? null;
}

/** What the seller owes of a loss, in cents: their part of the price at most, less what was kept. */
export function debtCents(loss: {
  takenCents: number;
  keptCents: number;
  sellerCents: number;
}): number {
  return Math.max(0, Math.min(loss.takenCents, loss.sellerCents) - loss.keptCents);
}

type Mailed = { disputeReason: DisputeReason | null; refundCause: RefundCause | null };

/** Who is mailed of it: of money that was held the mails of disputes and refunds say the same. */
export function sidesToldOf(
  purchase: Mailed,
  state: ChargebackState,
): ("buyer" | "seller" | "administrators")[] {
  if (state === "open" && purchase.disputeReason === "chargeback") return ["buyer"];
  if (state === "lost" && purchase.refundCause === "charged_back") return ["administrators"];
  return ["buyer", "seller", "administrators"];
}

type Ended = {
  refundPaidAt: Date | null;
  refundId: string | null;
  refundCause: RefundCause | null;
};

/** Whether the ledger says already that the bank has paid the buyer: no refund did. */
export function isPaidByBank({ refundPaidAt, refundId, refundCause }: Ended): boolean {
  return refundPaidAt !== null && refundId === null && refundCause !== "refunded_at_provider";
}

type Debt = { id: string; debtCents: number; recoveredCents: number; writtenOffCents: number };

/** What of a debt is still to come, in cents. */
function openDebtCents(debt: Omit<Debt, "id">): number {
  return debt.debtCents - debt.recoveredCents - debt.writtenOffCents;
}

/** Which debts a sale pays, the oldest first, and how much of each; never more than it brings. */
export function setOffs(debts: Debt[], saleCents: number): { id: string; amountCents: number }[] {
  let left = saleCents;
  const parts = debts.map((debt) => {
    const amountCents = Math.min(openDebtCents(debt), left);
    left -= amountCents;
    return { id: debt.id, amountCents };
  });
  return parts.filter(({ amountCents }) => amountCents > 0);
}
