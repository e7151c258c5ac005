import { sumSales } from "../../db/queries/purchases/sales.ts";
import type { Context, OwnerActor } from "../context.ts";

/**
 * The money of an owner's sales by the ledger, in cents. Held and disputed are whole prices, fee
 * included; owed (released, not transferred yet) and paid out are what is left of them.
 */
export type SalesSummary = {
  heldCents: number;
  disputedCents: number;
  owedCents: number;
  paidOutCents: number;
  refundedCents: number;
  feeCents: number;
  currency: string;
};

/** What the sales of this owner's agents come to. */
export async function summarizeSales(ctx: Context, owner: OwnerActor): Promise<SalesSummary> {
  const currency = ctx.config.CURRENCY;
  const sums = await sumSales(ctx.db, { sellerAccountId: owner.accountId, currency });
  return { ...sums, currency };
}
