/** Reads the facts that the rules of chargeback steps need. */
import type { Database } from "../../../db/client.ts";
import { hasOwedStep } from "../../../db/queries/purchases/chargeback-steps.ts";
import { type ChargebackRow, claimedCentsOf } from "../../../db/queries/purchases/chargebacks.ts";
import { accountCents } from "../../../db/queries/purchases/charged.ts";
import { openDebtCents, type StepFacts } from "./rules.ts";

/** For decisions the chargeback must be locked; for display it need not be. */
export async function readStepFacts(
  db: Database,
  row: ChargebackRow,
  now: Date,
): Promise<StepFacts> {
  const paidCents = await accountCents(db, row, "seller_paid");
  const { state, providerStatus, evidenceDueAt, evidenceSubmittedAt, evidence } = row;
  return {
    ...{ state, providerStatus, evidenceDueAt, evidenceSubmittedAt, now },
    hasEvidence: evidence !== null,
    isStepOwed: await hasOwedStep(db, row.id),
    openDebtCents: openDebtCents(row),
    reversibleCents: paidCents - (await claimedCentsOf(db, row.purchaseId)),
  };
}
