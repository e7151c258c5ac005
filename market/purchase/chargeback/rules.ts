/** The effect of bank disputes on a purchase and on its seller's debt. Pure. */
import type {
  ChargebackState,
  ChargebackStepKind,
  DisputeReason,
  RefundCause,
} from "../../../db/vocabulary/purchase.ts";

/** The combined state of a charge's disputes: lost outweighs open, which outweighs won. */
export function chargebackOf(states: ChargebackState[]): ChargebackState | null {
  const weight: ChargebackState[] = ["lost", "open", "won"];
  return weight.find((state) => states.includes(state)) ?? null;
}

/** The id of the part of a dispute that a purchase bears, whose charge pays others as well. */
export function partOfDispute(disputeId: string, purchaseId: string): string {
  return `${disputeId}-${purchaseId}`;
}

/** The provider's id of a dispute, or of a part of it. */
export function providerDisputeId(id: string): string {
  return id.replace(/-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "");
}

type Mailed = { disputeReason: DisputeReason | null; refundCause: RefundCause | null };

/**
 * The recipients of a mail. For escrowed money, the mails of disputes and refunds already say the
 * same.
 */
export function notifiedSides(
  purchase: Mailed,
  state: ChargebackState,
): ("buyer" | "seller" | "administrators")[] {
  if (state === "open" && purchase.disputeReason === "chargeback") return ["buyer"];
  if (state === "lost" && purchase.refundCause === "charged_back") return ["administrators"];
  return ["buyer", "seller", "administrators"];
}

type Debt = {
  id: string;
  debtCents: number;
  recoveredCents: number;
  writtenOffCents: number;
  claimedCents: number;
};

/** The part of a debt that is neither paid nor being collected, in cents. */
export function openDebtCents(debt: Omit<Debt, "id">): number {
  return debt.debtCents - debt.recoveredCents - debt.writtenOffCents - debt.claimedCents;
}

/** Which debts a sale pays, oldest first, and how much of each; never more than the sale brings. */
export function setOffs(debts: Debt[], saleCents: number): { id: string; amountCents: number }[] {
  let left = saleCents;
  const parts = debts.map((debt) => {
    const amountCents = Math.min(openDebtCents(debt), left);
    left -= amountCents;
    return { id: debt.id, amountCents };
  });
  return parts.filter(({ amountCents }) => amountCents > 0);
}

/** Saving a draft needs no provider call, so it has no row. */
export type ChargebackStep = ChargebackStepKind | "save_draft";

export type StepFacts = {
  state: ChargebackState;
  /** In the provider's vocabulary. */
  providerStatus: string;
  evidenceDueAt: Date | null;
  evidenceSubmittedAt: Date | null;
  hasEvidence: boolean;
  /** Another step of this chargeback has not ended. */
  isStepOwed: boolean;
  openDebtCents: number;
  /** The part of the transfer that has not been reversed, in cents. */
  reversibleCents: number;
  now: Date;
};

/** Everything that can block a step, with its text. */
const obstacles = {
  busy: ({ isStepOwed }) => isStepOwed && "Another step is in progress: wait until it ends.",
  decided: ({ state }) => state !== "open" && `The bank has decided: it is ${state}.`,
  submitted: ({ evidenceSubmittedAt }) =>
    evidenceSubmittedAt !== null &&
    "Evidence was already submitted: the bank reads only one submission.",
  late: ({ evidenceDueAt, now }) =>
    evidenceDueAt !== null && evidenceDueAt <= now && "The deadline for evidence has passed.",
  empty: ({ hasEvidence }) => !hasEvidence && "There is no evidence yet: save some first.",
  inquiry: ({ providerStatus }) =>
    providerStatus.startsWith("warning") &&
    "It is an inquiry: the bank has not taken any money. Answer it, or refund the buyer.",
  undecided: ({ state }) => state !== "lost" && "Nothing is owed unless the bank takes the money.",
  settled: ({ openDebtCents }) => openDebtCents <= 0 && "Nothing is owed any more.",
  reversed: ({ reversibleCents }) =>
    reversibleCents <= 0 && "Nothing is left of the transfer to take back.",
} satisfies Record<string, (facts: StepFacts) => string | false>;

/** Possible obstacles to each step, in the order in which they are reported. */
const stepObstacles: Record<ChargebackStep, (keyof typeof obstacles)[]> = {
  save_draft: ["busy", "decided", "submitted", "late"],
  send_draft: ["busy", "decided", "submitted", "late", "empty"],
  submit_evidence: ["busy", "decided", "submitted", "late", "empty"],
  accept_loss: ["busy", "decided", "submitted", "inquiry"],
  reverse_transfer: ["busy", "undecided", "settled", "reversed"],
  write_off: ["busy", "undecided", "settled"],
};

/** Everything that blocks a step now; empty if it may be taken. */
export function obstaclesTo(step: ChargebackStep, facts: StepFacts): string[] {
  return stepObstacles[step].flatMap((name) => obstacles[name](facts) || []);
}

/** The largest possible reversal, in cents: limited by the debt and by the rest of the transfer. */
export function reversalCentsMax(
  facts: Pick<StepFacts, "openDebtCents" | "reversibleCents">,
): number {
  return Math.max(0, Math.min(facts.openDebtCents, facts.reversibleCents));
}
