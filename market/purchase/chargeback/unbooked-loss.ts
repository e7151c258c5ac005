import type { Database } from "../../../db/client.ts";
import { type ChargedRow, postedCents } from "../../../db/queries/purchases/charged.ts";
import type { PostingKind } from "../../../db/vocabulary/ledger.ts";

const lossPostings: PostingKind[] = ["charged_back", "refund_charged_back", "chargeback_lost"];

/** What lost disputes of a locked row took and no posting has given to the buyer yet, in cents. */
export async function unbookedLossCents(tx: Database, row: ChargedRow): Promise<number> {
  const closed = await postedCents(tx, row, { account: "bank", postings: ["dispute_closed"] });
  const booked = await postedCents(tx, row, { account: "buyer", postings: lossPostings });
  return Math.max(0, -closed - booked);
}
