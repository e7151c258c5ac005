import type { OwnerActor } from "../../../../db/vocabulary/actor.ts";
import type { ListingStatus } from "../../../../db/vocabulary/listing.ts";
import type { Context } from "../../../../market/context.ts";
import { listOwnerListings } from "../../../../market/listing/read.ts";
import { type PageWanted, pageOf } from "../../../kit/paging.ts";

export type ListingsWanted = PageWanted & { agent_id: string | undefined; status?: ListingStatus };

export function listingUseCases(ctx: Context) {
  return {
    listListings: async (owner: OwnerActor, wanted: ListingsWanted) =>
      pageOf(await listOwnerListings(ctx, owner, wanted)),
  };
}
