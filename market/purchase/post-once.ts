/** Postings without a change of state, each made once for its reference. */
import type { Database } from "../../db/client.ts";
import {
  type ChargedRow,
  hasPosting,
  insertLedgerEntries,
} from "../../db/queries/purchases/charged.ts";
import type { PostingKind } from "../../db/vocabulary/ledger.ts";
import { postingEntries } from "./ledger.ts";
import { ledgerAmounts } from "./purse/charged.ts";

type Posting = { posting: PostingKind; reference: string; amountCents: number; now: Date };

/** Posts for a locked purchase or purse; false if it was posted before or there is nothing to move. */
export async function postOnce(
  tx: Database,
  purchase: ChargedRow,
  { posting, reference, amountCents, now }: Posting,
): Promise<boolean> {
  const entries = postingEntries(posting, { ...ledgerAmounts(purchase, posting), amountCents });
  if (entries.length === 0) return false;
  if (await hasPosting(tx, purchase, { posting, reference })) return false;
  await insertLedgerEntries(tx, purchase, { posting, entries, now, reference });
  return true;
}
