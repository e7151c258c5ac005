/** States of runs and findings, and what a finding means, in words. */
import type { FindingKind, RunState } from "../../../db/vocabulary/reconciliation.ts";
import type { FindingView } from "../../../market/reconciliation/schemas.ts";
import type { Tone } from "../../kit/parts.tsx";

type StateWords = { tone: Tone; label: string };

export const runStateWords: Record<RunState, StateWords> = {
  due: { tone: "plain", label: "Waits" },
  running: { tone: "accent", label: "Runs" },
  failed: { tone: "bad", label: "Failed, tried again" },
  done: { tone: "good", label: "Compared" },
};

export const findingStateWords: Record<FindingView["state"], StateWords> = {
  open: { tone: "bad", label: "Open" },
  resolved: { tone: "good", label: "Resolved" },
  closed: { tone: "plain", label: "Closed" },
};

export const findingWords: Record<FindingKind, string> = {
  charge_unknown: "The provider charged a card, and the ledger knows of no such payment.",
  charge_missing: "The ledger holds a payment that the provider does not have.",
  charge_amount: "The provider charged another amount.",
  charge_twice: "The provider charged once more for the same purchase.",
  refund_unknown: "The provider paid a buyer back, and the ledger does not say so.",
  refund_missing: "The ledger says that a buyer was paid back; the provider does not.",
  refund_amount: "The provider paid back another amount.",
  refund_twice: "The provider paid back once more.",
  refund_failed: "A refund failed at the provider after it was booked as paid.",
  refund_failure_missing: "The ledger says that a refund failed; the provider paid it.",
  dispute_unknown: "A bank took or gave back money, and the ledger does not say so.",
  dispute_missing: "The ledger says that a bank moved money; the provider does not.",
  dispute_amount: "A bank moved another amount.",
  transfer_unknown: "The provider paid a seller, and the ledger does not say so.",
  transfer_missing: "The ledger says that a seller was paid; the provider does not.",
  transfer_amount: "The provider paid a seller another amount.",
  transfer_twice: "The provider paid a seller once more for the same purchase.",
  transfer_reversed: "A transfer was taken back at the provider, and the ledger does not say so.",
  transfer_reversal_missing:
    "The ledger says that a transfer was taken back; the provider does not.",
  transfer_destination: "The provider paid another account than the seller's.",
  fee_unknown: "The provider kept a fee that is in no posting.",
  fee_missing: "The ledger holds a fee that the provider did not keep.",
  fee_amount: "The provider kept another fee than the one that is posted.",
  wrong_currency: "The provider moved another currency than the purchase's.",
  movement_unknown: "The provider moved money in a way that this marketplace does not know.",
};

/** `charge_unknown` is "charge unknown". */
export function kindName(kind: string): string {
  return kind.replaceAll("_", " ");
}
