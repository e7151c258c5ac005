/** What purchases and purses do in the same steps, each in its own words. */
import type { Database } from "../../../db/client.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { type ChargedRow, isPurse, type PurseRow } from "../../../db/queries/purchases/charged.ts";
import { findPurse } from "../../../db/queries/purchases/purses.ts";
import type { Actor } from "../../../db/vocabulary/actor.ts";
import type { PostingKind } from "../../../db/vocabulary/ledger.ts";
import { auditPurchase, type PurchaseAction } from "../audit-purchase.ts";
import type { Amounts } from "../ledger.ts";
import { refundableCents } from "./rules.ts";

/** What goes back may be less than the price; a purse posts its whole charge only when it is captured. */
export function ledgerAmounts(row: ChargedRow, posting: PostingKind): Amounts {
  const { feeCents } = isPurse(row) ? { feeCents: 0 } : row;
  const isBack = posting.startsWith("refund_") || (isPurse(row) && posting !== "captured");
  return { priceCents: isBack ? refundableCents(row) : row.priceCents, feeCents };
}

/** The shared charge of a locked row as it is now; null: the row has a charge of its own. */
export async function purseOf(tx: Database, row: ChargedRow): Promise<PurseRow | null> {
  const purseId = isPurse(row) ? row.id : row.purseId;
  if (purseId === null) return null;
  const purse = await findPurse(tx, purseId);
  if (purse === null) throw new Error(`purse ${purseId} is gone`);
  return purse;
}

type Step = { actor: Actor; action: PurchaseAction; detail?: Record<string, unknown> };

/** Writes the audit row of a step in the transaction of its cause. */
export function auditCharged(tx: Database, row: ChargedRow, step: Step, now: Date): Promise<void> {
  if (!isPurse(row)) return auditPurchase(tx, row.id, step, now);
  const action = step.action.replace("purchase.", "purse.");
  return writeAudit(tx, { ...step, action, subjectKind: "purse", subjectId: row.id }, now);
}
