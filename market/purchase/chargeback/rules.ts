/** What a dispute of the card's bank makes of a purchase and of its seller's debt. Pure. */
import type {
  ChargebackState,
  ChargebackStepKind,
  DisputeReason,
  RefundCause,
} from "../../../db/vocabulary/purchase.ts";

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
  refundPaidReference: string | null;
};

/** Whether the ledger says already that the bank has paid the buyer: nobody else did. */
export function isPaidByBank(purchase: Ended): boolean {
  const { refundPaidAt, refundId, refundCause, refundPaidReference } = purchase;
  if (refundPaidAt === null || refundPaidReference !== null) return false;
  return refundId === null && refundCause !== "refunded_at_provider";
}

type Debt = {
  id: string;
  debtCents: number;
  recoveredCents: number;
  writtenOffCents: number;
  claimedCents: number;
};

/** What of a debt is still to come and is not on its way, in cents. */
export function openDebtCents(debt: Omit<Debt, "id">): number {
  return debt.debtCents - debt.recoveredCents - debt.writtenOffCents - debt.claimedCents;
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

/** Saving a draft asks nobody: it is a step without a row. */
export type ChargebackStep = ChargebackStepKind | "save_draft";

export type StepFacts = {
  state: ChargebackState;
  /** The provider's. */
  providerStatus: string;
  evidenceDueAt: Date | null;
  evidenceSubmittedAt: Date | null;
  hasEvidence: boolean;
  /** Another step of this chargeback has not ended. */
  isStepOwed: boolean;
  openDebtCents: number;
  /** What of the transfer has not been taken back, in cents. */
  reversibleCents: number;
  now: Date;
};

/** Each thing that can stand against a step: when it does, in words. */
const obstacles = {
  busy: ({ isStepOwed }) => isStepOwed && "Another step is on its way: wait for its end.",
  decided: ({ state }) => state !== "open" && `The bank has decided: it is ${state}.`,
  submitted: ({ evidenceSubmittedAt }) =>
    evidenceSubmittedAt !== null && "Evidence was submitted: the bank reads one submission.",
  late: ({ evidenceDueAt, now }) =>
    evidenceDueAt !== null &&
    evidenceDueAt <= now &&
    "The time for evidence is over: the bank reads none any more.",
  empty: ({ hasEvidence }) => !hasEvidence && "There is no evidence yet: save some first.",
  inquiry: ({ providerStatus }) =>
    providerStatus.startsWith("warning") &&
    "It is an inquiry: the bank has taken nothing. Answer it, or refund the buyer.",
  undecided: ({ state }) => state !== "lost" && "Nothing is owed unless the bank takes the money.",
  settled: ({ openDebtCents }) => openDebtCents <= 0 && "Nothing of it is owed any more.",
  reversed: ({ reversibleCents }) =>
    reversibleCents <= 0 && "Nothing of the transfer is left to be taken back.",
} satisfies Record<string, (facts: StepFacts) => string | false>;

/** Every step, and what can stand against it, in the order in which it is told. */
const stepObstacles: Record<ChargebackStep, (keyof typeof obstacles)[]> = {
  save_draft: ["busy", "decided", "submitted", "late"],
  send_draft: ["busy", "decided", "submitted", "late", "empty"],
  submit_evidence: ["busy", "decided", "submitted", "late", "empty"],
  accept_loss: ["busy", "decided", "submitted", "inquiry"],
  reverse_transfer: ["busy", "undecided", "settled", "reversed"],
  write_off: ["busy", "undecided", "settled"],
};

/** All that stands against a step now; empty: it may be taken. */
export function obstaclesTo(step: ChargebackStep, facts: StepFacts): string[] {
  return stepObstacles[step].flatMap((name) => obstacles[name](facts) || []);
}

/** What a reversal may take at most, in cents: what is owed, and what is left of the transfer. */
export function reversalCentsMax(
  facts: Pick<StepFacts, "openDebtCents" | "reversibleCents">,
): number {
  return Math.max(0, Math.min(facts.openDebtCents, facts.reversibleCents));
}
