/** Posts the provider's own fees to the ledger. */
import { insertFeePostings, lockDueFees } from "../../db/queries/reconciliation/fees.ts";
import type { Context } from "../context.ts";
import { postingEntries } from "../purchase/ledger.ts";

/** Small enough that nobody waits long for a purchase that is locked by the transaction. */
const feesPerTransactionMax = 100;

/**
 * Posts the fees of up to 100 stored transactions, each once by its transaction's id; returns their
 * number. The platform pays them, so no seller's balance changes. A transaction posts all or none,
 * and any number of processes may run at once.
 */
export async function postProviderFees(ctx: Context): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    // Purses first: their locks come before those of purchases.
    const shared = await lockDueFees(tx, "purse", feesPerTransactionMax);
    const own = await lockDueFees(tx, "purchase", feesPerTransactionMax - shared.length);
    const fees = [...shared, ...own];
    if (fees.length === 0) return 0;
    const postings = fees.map((fee) => {
      const amounts = { priceCents: 0, feeCents: 0, amountCents: fee.feeCents };
      return { fee, entries: postingEntries("provider_fee", amounts) };
    });
    await insertFeePostings(tx, postings, ctx.now());
    return fees.length;
  });
}
