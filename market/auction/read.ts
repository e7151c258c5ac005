/** Reads that need no bids: the increments, and an account's offers. */
import { type AwardRow, findAward, pageAwards } from "../../db/queries/auctions/awards.ts";
import type { AccountActor } from "../../db/vocabulary/actor.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { idShape } from "../list-cursor.ts";
import { hardEndHours } from "../listing/pricing/rules.ts";
import { readPage } from "../pagination.ts";
import { increments } from "./increments.ts";
import type { OffersView } from "./offer-schemas.ts";
import { viewOffer } from "./offer-view.ts";
import type { BidsQuery, IncrementsView } from "./schemas.ts";
import { softCloseSeconds } from "./standing.ts";

export function listIncrements(ctx: Context): IncrementsView {
  return {
    currency: ctx.config.CURRENCY,
    soft_close_seconds: softCloseSeconds,
    hard_end_hours: hardEndHours,
    increments: increments.map(({ fromCents, incrementCents }) => ({
      from_cents: fromCents,
      increment_cents: incrementCents,
    })),
  };
}

/** The account's awards and offers in all auctions, latest first. */
export async function listOffers(
  ctx: Context,
  { accountId }: AccountActor,
  page: BidsQuery,
): Promise<OffersView> {
  const list = { name: "offers", shape: idShape, keyOf: ({ id }: AwardRow) => id };
  const { rows, pagination } = await readPage(page, list, (slice) =>
    pageAwards(ctx.db, { accountId, ...slice }),
  );
  return { items: rows.map((award) => viewOffer(ctx.config, award)), pagination };
}

/** The dataset of an offer to the account. Errors: offer_not_found (also for another account's). */
export async function findOfferedDataset(
  ctx: Context,
  { accountId }: AccountActor,
  offerId: string,
): Promise<string> {
  const award = await findAward(ctx.db, offerId);
  if (award?.accountId === accountId) return award.listingId;
  throw new MarketError("offer_not_found", "You have no offer with this id.");
}
