/** Amounts that count against a key's budget. */
import type { Database } from "../../client.ts";
import type { SpendingWindows } from "../../vocabulary/account.ts";
import { type ApiKeyRow, spentInWindow } from "../accounts/api-keys.ts";
import { reservedByKey } from "../auctions/bids.ts";
import { waitingCentsByKey } from "../purchases/waiting-purchases.ts";

type Except = { exceptListingId?: string };

/**
 * Cents that the key has spent in its budget's current window or reserved for open bids and
 * purchases awaiting approval, without those of `exceptListingId`; 0 without a budget. Exact under
 * the key's lock.
 */
export async function committedCents(
  tx: Database,
  key: Pick<ApiKeyRow, "id" | "budgetCents" | "budgetPeriod">,
  { windows, ...except }: { windows: SpendingWindows } & Except,
): Promise<number> {
  if (key.budgetCents === null) return 0;
  const spent = await spentInWindow(tx, key, windows);
  const kept = await keptCentsByKey(tx, [key.id], except);
  return spent + (kept.get(key.id) ?? 0);
}

/**
 * Cents that the keys reserve for open bids and purchases awaiting approval; keys without a
 * reservation are absent.
 */
export async function keptCentsByKey(
  db: Database,
  apiKeyIds: string[],
  except: Except = {},
): Promise<Map<string, number>> {
  const bids = await reservedByKey(db, apiKeyIds, except);
  const waiting = await waitingCentsByKey(db, apiKeyIds, except);
  const sum = (id: string) => (bids.get(id) ?? 0) + (waiting.get(id) ?? 0);
  return new Map([...bids.keys(), ...waiting.keys()].map((id) => [id, sum(id)]));
}
