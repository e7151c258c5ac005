import type { Database } from "../../../db/client.ts";
import { accountCents, type ChargedRow } from "../../../db/queries/purchases/charged.ts";
import type { PostingKind } from "../../../db/vocabulary/ledger.ts";

const lossPostings: PostingKind[] = ["charged_back", "refund_charged_back", "chargeback_lost"];

/** What lost disputes of a locked row took and no posting has given to the buyer yet, in cents. */
export async function unbookedLossCents(tx: Database, row: ChargedRow): Promise<number> {
  const closed = await accountCents(tx, row, "bank", ["dispute_closed"]);
  const booked = await accountCents(tx, row, "buyer", lossPostings);
  return Math.max(0, -closed - booked);
}
