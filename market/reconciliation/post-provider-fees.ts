/** Posts what the provider kept for itself into the ledger. */
import { insertFeePostings, lockDueFees } from "../../db/queries/reconciliation/fees.ts";
import type { Context } from "../context.ts";
import { postingEntries } from "../purchase/ledger.ts";

/** Few enough that nobody waits for a purchase that is locked meanwhile. */
const feesPerTransactionMax = 100;

/**
 * Posts the fees of up to a hundred transactions that were read, each once by its transaction's id;
 * returns how many. The platform pays them: no seller's figure changes. Whoever is killed in between
 * has posted either all of them or none, and any number of processes may do it at once.
 */
export async function postProviderFees(ctx: Context): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const fees = await lockDueFees(tx, feesPerTransactionMax);
    if (fees.length === 0) return 0;
    const postings = fees.map((fee) => {
      const amounts = { priceCents: 0, feeCents: 0, amountCents: fee.feeCents };
      return { fee, entries: postingEntries("provider_fee", amounts) };
    });
    await insertFeePostings(tx, postings, ctx.now());
    return fees.length;
  });
}
