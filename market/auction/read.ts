/** What is read of auctions without looking at their bids: the figures they run by, and an account's offers. */
import { type AwardRow, pageAwards } from "../../db/queries/auctions/awards.ts";
import type { Config } from "../../platform/config.ts";
import type { AccountActor, Context } from "../context.ts";
import { offsetPagination } from "../pagination.ts";
import { increments } from "./increments.ts";
import type { OffersView, OfferView } from "./offer-schemas.ts";
import { hardEndHours, isPayableAward } from "./rules.ts";
import type { BidsQuery, IncrementsView } from "./schemas.ts";
import { softCloseSeconds } from "./standing.ts";

/** The figures by which auctions run. */
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

/** What the account has won, or is offered, in all auctions; the latest first. */
export async function listOffers(
  ctx: Context,
  { accountId }: AccountActor,
  { limit, offset }: BidsQuery,
): Promise<OffersView> {
  const { rows, total } = await pageAwards(ctx.db, { accountId, limit, offset });
  return {
    items: rows.map((award) => viewOffer(ctx.config, award)),
    pagination: offsetPagination({ limit, offset, total, count: rows.length }),
  };
}

function viewOffer(
  { PUBLIC_BASE_URL: baseUrl, CURRENCY }: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">,
  award: AwardRow,
): OfferView {
  const { id, listingId, state, purchaseId } = award;
  return {
    id,
    dataset_id: listingId,
    status: state,
    price_cents: award.priceCents,
    currency: CURRENCY,
    due_at: award.dueAt?.toISOString() ?? null,
    purchase_id: purchaseId,
    links: {
      bids: `${baseUrl}/datasets/${listingId}/bids`,
      ...(purchaseId === null ? {} : { purchase: `${baseUrl}/purchases/${purchaseId}` }),
      ...(isPayableAward(state) ? { accept: `${baseUrl}/offers/${id}/accept` } : {}),
    },
  };
}
