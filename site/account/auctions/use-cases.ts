import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import { listOwnBids } from "../../../market/auction/list-own-bids.ts";
import type { Context } from "../../../market/context.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

export function auctionUseCases(ctx: Context) {
  return {
    /** Auctions in which the account has an active bid, most recent bid first. */
    listOwnBids: async (owner: OwnerActor, page: PageWanted) =>
      pageOf(await listOwnBids(ctx, owner, page)),
  };
}
