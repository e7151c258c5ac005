/** The paid trials of a buyer, whose price counts towards the whole file's. */
import type { Database } from "../../../db/client.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import { lockPaidTrials, readCreditedTrials } from "../../../db/queries/purchases/trials.ts";
import { spendingStates } from "../../account/rules.ts";
import { closedChargebacks } from "../../held-file/rules.ts";
import { creditFor, type TrialCredit } from "./rules.ts";

/** An account's trials of one listing that are looked at, the earliest ones. */
const trialsReadMax = 50;

/** Locks the trials that may be counted, before the listing: a dispute then waits for the purchase. */
export function lockTrialsOf(
  tx: Database,
  of: { accountId: string; listingId: string },
): Promise<PurchaseRow[]> {
  return lockPaidTrials(tx, {
    ...of,
    exceptChargebacks: closedChargebacks,
    rowsMax: trialsReadMax,
  });
}

/** The credit of locked trials towards a price, if any. */
export async function findCredit(
  tx: Database,
  trials: readonly PurchaseRow[],
  { priceCents, now }: { priceCents: number; now: Date },
): Promise<TrialCredit | null> {
  const ids = trials.map(({ id }) => id);
  const credited = await readCreditedTrials(tx, ids, spendingStates);
  return creditFor(priceCents, { trials, credited, now });
}

/** Whether the price of a locked trial was counted towards a purchase that is still alive. */
export async function isCredited(
  tx: Database,
  { id, trialRows }: Pick<PurchaseRow, "id" | "trialRows">,
): Promise<boolean> {
  if (trialRows === null) return false;
  return (await readCreditedTrials(tx, [id], spendingStates)).length > 0;
}
