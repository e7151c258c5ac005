import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import type { Context } from "../../../../market/context.ts";
import {
  listPayouts,
  listSold,
  type OwnerSeller,
  readEarnings,
  readEarningsByAgent,
  readSold,
} from "../../../../market/earnings/read.ts";
import type {
  EarningsQuery,
  PayoutsQuery,
  SalesQuery,
} from "../../../../market/earnings/schemas.ts";

export function earningUseCases(ctx: Context) {
  return {
    readEarnings: (seller: OwnerSeller, query: EarningsQuery) => readEarnings(ctx, seller, query),
    readEarningsByAgent: (owner: OwnerActor, days: Pick<EarningsQuery, "since" | "until">) =>
      readEarningsByAgent(ctx, owner, days),
    getSale: (owner: OwnerActor, purchaseId: string) => readSold(ctx, owner, purchaseId),
    listSoldByCursor: (seller: OwnerSeller, query: SalesQuery) => listSold(ctx, seller, query),
    listPayouts: (seller: OwnerSeller, query: PayoutsQuery) => listPayouts(ctx, seller, query),
  };
}
