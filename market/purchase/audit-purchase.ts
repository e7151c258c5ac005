import type { Database } from "../../db/client.ts";
import { writeAudit } from "../../db/queries/journal/journal.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";

/** Every purchase action in the audit log, except those of its mails. */
export type PurchaseAction =
  | "purchase.opened"
  | "purchase.action_required"
  | "purchase.bank_visited"
  | "purchase.paid"
  | "purchase.payment_failed"
  | "purchase.cancel_asked"
  | "purchase.cancelled"
  | "purchase.expired"
  | "purchase.download_issued"
  | "purchase.delivery_asked"
  | "purchase.disputed"
  | "purchase.dispute_answered"
  | "purchase.escrow_resumed"
  | "purchase.release_held"
  | "purchase.acceptance_passed"
  | "purchase.acceptance_failed"
  | "purchase.acceptance_undecided"
  | "purchase.released"
  | "purchase.transferred"
  | "purchase.refunded"
  | "purchase.refunded_by_hand"
  | "purchase.refund_paid"
  | "purchase.refund_failed"
  | "purchase.refund_kept"
  | "purchase.refund_retry_asked"
  | "purchase.refund_paid_otherwise"
  | "purchase.chargeback_opened"
  | "purchase.chargeback_closed"
  | "purchase.chargeback_answered"
  | "purchase.chargeback_step"
  | "purchase.chargeback_step_refused"
  | "purchase.evidence_saved"
  | "purchase.transfer_reversed"
  | "purchase.debt_set_off"
  | "purchase.debt_written_off"
  | "purchase.late_event";

type Step = { actor: Actor; action: PurchaseAction; detail?: Record<string, unknown> };

/** Writes the audit row in the transaction of its cause. */
export function auditPurchase(
  tx: Database,
  purchaseId: string,
  step: Step,
  now: Date,
): Promise<void> {
  return writeAudit(tx, { ...step, subjectKind: "purchase", subjectId: purchaseId }, now);
}
