import { z } from "zod";
import { bidOutcomes } from "../../db/vocabulary/auction.ts";
import { acceptanceTerms } from "../acceptance/schemas.ts";
import { cursorPagination, cursorQuery } from "../list-shapes.ts";
import { listingReference } from "../listing/listing-reference.ts";
import { auctionView } from "../listing/pricing/schemas.ts";
import { idSchema, instantSchema, linksSchema } from "../text.ts";
import { offerStatuses, ownBidStatuses } from "./rules.ts";

export const ownBidsQuery = z.strictObject({
  status: z
    .enum(bidOutcomes)
    .optional()
    .meta({
      description:
        "`open`: not closed yet. `won`: won, charged or paid. `to_pay`: you have to pay it by `due_at`. " +
        "`lost`: closed, and not won.",
    }),
  dataset_id: idSchema.optional(),
  ...cursorQuery,
});

const ownBidView = z
  .object({
    bid_id: idSchema.meta({ description: "Your latest standing bid." }),
    dataset: listingReference,
    api_key: z.object({ id: idSchema, name: z.string() }).meta({
      description: "The key whose budget reserves the maximum.",
    }),
    status: z.enum(ownBidStatuses).meta({
      description:
        "`leading` and `outbid`: it is running. `closing`: it has ended, and winners are being determined. `won`: you are " +
        "being charged. `to_pay`: pay `offer` by its `due_at`. `paid`. `lost`.",
    }),
    placed_at: instantSchema,
    max_amount_cents: z.int().min(0).meta({ description: "Your maximum; only you see it." }),
    minimum_bid_cents: z.int().min(0).nullable().meta({
      description: "The minimum for your next bid; null after the end.",
    }),
    acceptance: acceptanceTerms.nullable(),
    auction: auctionView,
    offer: z
      .object({
        id: idSchema,
        status: z.enum(offerStatuses),
        price_cents: z.int().min(0),
        due_at: instantSchema.nullable().meta({ description: "Payment deadline." }),
        purchase_id: idSchema.nullable(),
      })
      .nullable()
      .meta({
        description: "Your award or offer; null while the auction is open or if there is none.",
      }),
    links: linksSchema.meta({
      description:
        "`dataset`, `bids`; after a lost auction also `similar`, a search by its title, and `ask_sellers`, for " +
        "posting a data request.",
    }),
  })
  .meta({ id: "OwnBid" });

export const ownBidsView = z
  .object({ items: z.array(ownBidView), pagination: cursorPagination })
  .meta({ id: "OwnBidPage" });

export type OwnBidsQuery = z.infer<typeof ownBidsQuery>;
export type OwnBidsView = z.infer<typeof ownBidsView>;
