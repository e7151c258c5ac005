/** What counts against the budget of a key. */
import type { SpendingWindows } from "../../../market/account/rules.ts";
import type { Database } from "../../client.ts";
import { type ApiKeyRow, spentInWindow } from "../accounts/api-keys.ts";
import { reservedByKey } from "../auctions/bids.ts";

/**
 * What the key has spent in its budget's running window and keeps for its open bids, those in
 * `exceptListingId` left out, in cents; 0 without a budget. Exact under the key's lock.
 */
export async function committedCents(
  tx: Database,
  key: Pick<ApiKeyRow, "id" | "budgetCents" | "budgetPeriod">,
  { windows, exceptListingId }: { windows: SpendingWindows; exceptListingId?: string },
): Promise<number> {
  if (key.budgetCents === null) return 0;
  const spent = await spentInWindow(tx, key, windows);
  const except = exceptListingId === undefined ? {} : { exceptListingId };
  const reserved = await reservedByKey(tx, [key.id], except);
  return spent + (reserved.get(key.id) ?? 0);
}
