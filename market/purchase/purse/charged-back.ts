import type { Database } from "../../../db/client.ts";
import type { ChargedRow } from "../../../db/queries/purchases/charged.ts";
import { postOnce } from "../post-once.ts";
import { refundableCents } from "./rules.ts";

/**
 * Posts what the bank left of the money that a locked row holds as owed to the buyer, whose card gets it.
 * Returns the row's change and the posting of what the bank has taken.
 */
export async function oweUntaken(tx: Database, row: ChargedRow, now: Date) {
  const amountCents = refundableCents(row);
  const isOwed = amountCents > 0;
  if (isOwed) await postOnce(tx, row, { posting: "refund_owed", reference: "", amountCents, now });
  const change = {
    state: "refunded",
    refundedAt: now,
    refundCause: "charged_back",
    refundPaidAt: isOwed ? null : now,
    settleDueAt: isOwed ? now : null,
    settleAttempts: 0,
  } as const;
  const posting = { posting: "charged_back", amountCents: row.chargedBackCents, now } as const;
  return { change, posting };
}
