/** What the rules of a chargeback's steps have to know of it, read from its rows. */
import type { Database } from "../../../db/client.ts";
import { hasOwedStep } from "../../../db/queries/purchases/chargeback-steps.ts";
import { type ChargebackRow, claimedCentsOf } from "../../../db/queries/purchases/chargebacks.ts";
import { accountCents } from "../../../db/queries/purchases/purchases.ts";
import { openDebtCents, type StepFacts } from "./rules.ts";

/** Of a locked chargeback what is decided on; of another what is shown. */
export async function readStepFacts(
  db: Database,
  row: ChargebackRow,
  now: Date,
): Promise<StepFacts> {
  const paidCents = await accountCents(db, row.purchaseId, "seller_paid");
  const { state, providerStatus, evidenceDueAt, evidenceSubmittedAt, evidence } = row;
  return {
    ...{ state, providerStatus, evidenceDueAt, evidenceSubmittedAt, now },
    hasEvidence: evidence !== null,
    isStepOwed: await hasOwedStep(db, row.id),
    openDebtCents: openDebtCents(row),
    reversibleCents: paidCents - (await claimedCentsOf(db, row.purchaseId)),
  };
}
