import type { Database } from "../../db/client.ts";
import { accountCents } from "../../db/queries/purchases/charged.ts";
import { type PurchaseRow, updatePurchase } from "../../db/queries/purchases/purchases.ts";
import { splitAfterReturn } from "./ledger.ts";
import { postOnce } from "./post-once.ts";

type Returned = {
  posting: "chargeback_lost" | "refunded_at_provider";
  reference: string;
  amountCents: number;
  now: Date;
};

/**
 * Posts money of a locked, released purchase that its buyer has back. The platform gives up its fee of it, and
 * keeps the seller's part as far as it is not transferred; returns the rest of that part as `owedCents`.
 */
export async function takeFromSale(
  tx: Database,
  purchase: PurchaseRow,
  { posting, reference, amountCents, now }: Returned,
): Promise<{ purchase: PurchaseRow; owedCents: number; isNews: boolean }> {
  if (!(await postOnce(tx, purchase, { posting, reference, amountCents, now }))) {
    return { purchase, owedCents: 0, isNews: false };
  }
  const postings: Returned["posting"][] = ["chargeback_lost", "refunded_at_provider"];
  const backCents = await accountCents(tx, purchase, "buyer", postings);
  const before = splitAfterReturn(purchase, backCents - amountCents);
  const after = splitAfterReturn(purchase, backCents);
  const feeCents = before.feeCents - after.feeCents;
  const feeReturned = { posting: "fee_returned", reference, amountCents: feeCents, now } as const;
  await postOnce(tx, purchase, feeReturned);
  const lossCents = before.sellerCents - after.sellerCents;
  const kept = Math.min(await accountCents(tx, purchase, "seller_payable"), lossCents);
  await postOnce(tx, purchase, { posting: "payable_kept", reference, amountCents: kept, now });
  const keptCents = purchase.keptCents + kept;
  return {
    purchase: await updatePurchase(tx, purchase, { keptCents }),
    owedCents: lossCents - kept,
    isNews: true,
  };
}
