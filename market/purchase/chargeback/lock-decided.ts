/** Locks a chargeback that an administrator decides about, with its purchase. */
import type { Database } from "../../../db/client.ts";
import {
  type ChargebackRow,
  findChargeback,
  lockChargeback,
} from "../../../db/queries/purchases/chargebacks.ts";
import { lockPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import { MarketError } from "../../errors.ts";
import { isParty, type Parties } from "../rules.ts";

/** Errors: chargeback_not_found, party_to_dispute. */
export async function lockDecided(
  tx: Database,
  admin: AdminActor,
  chargebackId: string,
): Promise<{ purchase: PurchaseRow; row: ChargebackRow }> {
  const found = await findChargeback(tx, chargebackId);
  if (found === null) throw chargebackNotFound();
  const purchase = await lockPurchase(tx, found.purchaseId);
  const row = await lockChargeback(tx, chargebackId);
  if (purchase === null || row === null) throw chargebackNotFound();
  refuseParty(admin, purchase);
  return { purchase, row };
}

/** Errors: party_to_dispute. */
export function refuseParty({ accountId }: AdminActor, purchase: Parties): void {
  if (!isParty(accountId, purchase)) return;
  throw new MarketError(
    "party_to_dispute",
    "You bought or sold this: another administrator has to decide.",
  );
}

export function chargebackNotFound(): MarketError {
  return new MarketError("chargeback_not_found", "No chargeback has this id.");
}
