import type { AwardRow } from "../../db/queries/auctions/awards.ts";
import type { Config } from "../../platform/config.ts";
import type { OfferView } from "./offer-schemas.ts";
import { isPayableAward, offerStatus } from "./rules.ts";

export function viewOffer(
  { PUBLIC_BASE_URL: baseUrl, CURRENCY }: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">,
  award: AwardRow,
): OfferView {
  const { id, listingId, state, purchaseId } = award;
  const own = `${baseUrl}/offers/${id}`;
  return {
    id,
    dataset_id: listingId,
    status: offerStatus(award),
    price_cents: award.priceCents,
    currency: CURRENCY,
    due_at: award.dueAt?.toISOString() ?? null,
    purchase_id: purchaseId,
    links: {
      bids: `${baseUrl}/datasets/${listingId}/bids`,
      ...(purchaseId === null ? {} : { purchase: `${baseUrl}/purchases/${purchaseId}` }),
      ...(isPayableAward(state) ? { accept: `${own}/accept` } : {}),
      ...(state === "offered" ? { decline: `${own}/decline` } : {}),
    },
  };
}
