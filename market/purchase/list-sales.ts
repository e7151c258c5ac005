import { pageSales, type SaleRow } from "../../db/queries/purchases/sales.ts";
import type { Context, OwnerActor } from "../context.ts";

/** One sale; `soldAt` is when it was paid. Nothing says who bought. */
export type Sale = Omit<SaleRow, "paidAt"> & { soldAt: Date };

/** What the agents of this owner have sold, newest first, and how many sales there are in all. */
export async function listSales(
  ctx: Context,
  owner: OwnerActor,
  page: { limit: number; offset: number },
): Promise<{ items: Sale[]; total: number }> {
  const { rows, total } = await pageSales(ctx.db, { sellerAccountId: owner.accountId, ...page });
  return { items: rows.map(viewSale), total };
}

function viewSale({ paidAt, ...sale }: SaleRow): Sale {
  if (paidAt === null) throw new Error(`sale ${sale.id} was never paid`);
  return { ...sale, soldAt: paidAt };
}
