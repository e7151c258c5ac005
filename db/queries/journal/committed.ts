/** Amounts that count against a key's budget. */
import type { Database } from "../../client.ts";
import type { SpendingWindows } from "../../vocabulary/account.ts";
import { type ApiKeyRow, spentInWindow } from "../accounts/api-keys.ts";
import { reservedByKey } from "../auctions/bids.ts";
import { purseCentsByKey } from "../purchases/purses.ts";
import { waitingCentsByKey } from "../purchases/waiting-purchases.ts";
import { renewalCentsByKey } from "../subscriptions/subscriptions.ts";

type Kept = {
  windows: SpendingWindows;
  exceptListingId?: string;
  /** Datasets of a bundle: it replaces what waits for approval of them. */
  exceptWaitingOf?: string[];
};

/**
 * Cents that the key has spent in its budget's current window or reserved for open bids, purchases
 * awaiting approval, renewals and shared charges, without those of `exceptListingId`; 0 without a
 * budget. Exact under the key's lock.
 */
export async function committedCents(
  tx: Database,
  key: Pick<ApiKeyRow, "id" | "budgetCents" | "budgetPeriod">,
  kept: Kept,
): Promise<number> {
  if (key.budgetCents === null) return 0;
  const spent = await spentInWindow(tx, key, kept.windows);
  const reserved = await keptCentsByKey(tx, [key.id], kept);
  return spent + (reserved.get(key.id) ?? 0);
}

/**
 * Cents that the keys reserve for open bids, purchases awaiting approval, shared charges, and renewals
 * within the budget's window; keys without a reservation are absent.
 */
export async function keptCentsByKey(
  db: Database,
  apiKeyIds: string[],
  kept: Kept,
): Promise<Map<string, number>> {
  const { exceptListingId, exceptWaitingOf = [] } = kept;
  const listed = exceptListingId === undefined ? exceptWaitingOf : [exceptListingId];
  const reserved = [
    await reservedByKey(db, apiKeyIds, kept),
    await waitingCentsByKey(db, apiKeyIds, { exceptListingIds: listed }),
    await renewalCentsByKey(db, apiKeyIds, kept),
    await purseCentsByKey(db, apiKeyIds),
  ];
  const sum = (id: string) => reserved.reduce((cents, of) => cents + (of.get(id) ?? 0), 0);
  return new Map(reserved.flatMap((of) => [...of.keys()]).map((id) => [id, sum(id)]));
}
