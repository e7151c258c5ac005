import type { Database } from "../../../db/client.ts";
import type { ChargedRow } from "../../../db/queries/purchases/charged.ts";
import { readPurchasesOfPurse, updatePurse } from "../../../db/queries/purchases/purses.ts";
import type { BankDispute, Refund } from "../../../platform/payments/port.ts";
import { PURSE_PURCHASES_MAX } from "../limits.ts";
import { purseOf } from "./charged.ts";
import { chargedParts, fixedRefundParts } from "./rules.ts";

/** A charge's refunds and disputes at the provider, newest first. */
export type ChargeFacts = { refunds: Refund[]; disputes: BankDispute[] };

/**
 * The refunds of a locked row's charge with the amounts that are this row's. Of a shared charge: those that name it,
 * and its part of those that were made by hand and name nobody. The first notice fixes the parts.
 */
export async function ownRefunds(
  tx: Database,
  row: ChargedRow,
  facts: ChargeFacts,
): Promise<Refund[]> {
  const { refunds } = facts;
  if (refunds.length === 0) return refunds;
  const purse = await purseOf(tx, row);
  if (purse === null) return refunds;
  const purchases = await readPurchasesOfPurse(tx, purse.id, PURSE_PURCHASES_MAX);
  const parts = chargedParts(purse, purchases);
  const refundParts = fixedRefundParts(purse, parts, facts);
  if (refundParts !== purse.refundParts) await updatePurse(tx, purse, { refundParts });
  return refunds.flatMap((refund) => {
    if (parts.some(({ id }) => id === refund.purchaseId)) {
      return refund.purchaseId === row.id ? [refund] : [];
    }
    const share = refundParts[refund.id]?.find(({ id }) => id === row.id)?.cents ?? 0;
    return share === 0 ? [] : [{ ...refund, amountCents: share }];
  });
}
