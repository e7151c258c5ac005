import type { Database } from "../../db/client.ts";
import {
  insertLedgerEntries,
  type PurchaseRow,
  updatePurchase,
} from "../../db/queries/purchases.ts";
import { type PostingKind, postingEntries } from "./ledger.ts";

/** Changes a locked purchase; `posting` is what this change moves in the ledger, if anything. */
export async function movePurchase(
  tx: Database,
  purchase: PurchaseRow,
  change: Parameters<typeof updatePurchase>[2],
  { now, posting }: { now: Date; posting?: PostingKind },
): Promise<PurchaseRow> {
  if (posting !== undefined) {
    const entries = postingEntries(posting, purchase);
    await insertLedgerEntries(tx, purchase, { posting, entries, now });
  }
  return updatePurchase(tx, purchase, { ...change, updatedAt: now });
}
