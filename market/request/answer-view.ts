/** An answer as its poster and its seller see it. */
import type { AnswerDetail } from "../../db/queries/requests/answers.ts";
import type { Config } from "../../platform/config.ts";
import { type Viewer, viewDelivery } from "../bounty/bounty-view.ts";
import { viewOffers } from "../listing/pricing/auction-view.ts";
import { statedPriceCents } from "../listing/pricing/offers.ts";
import { viewShownSeller } from "../seller/shown-seller.ts";
import { view } from "../view.ts";
import { type AnswerView, answerView } from "./answer-schemas.ts";
import { answerStatus, stateAt } from "./rules.ts";

/** A dataset off the catalogue is not described, because it may have been removed for its text. */
export function viewAnswer(
  { config, now }: { config: Pick<Config, "PUBLIC_BASE_URL" | "CURRENCY">; now: Date },
  { answer, delivery, request, listing, auction, seller }: AnswerDetail,
  viewer: Viewer = "poster",
): AnswerView {
  const baseUrl = config.PUBLIC_BASE_URL;
  const self = `${baseUrl}/requests/${request.id}`;
  const isOnSale = listing.status === "active";
  const dataset = {
    id: answer.listingId,
    title: listing.title,
    price_cents: statedPriceCents(listing),
    currency: config.CURRENCY,
    pricing_type: listing.pricingType,
    offers: viewOffers(config, { listing, auction }, now),
  };
  const note = answer.note;
  return view(answerView, answer, {
    status: answerStatus(answer.state, listing.status),
    request: { id: request.id, title: request.title, status: stateAt(request, now) },
    dataset: isOnSale ? dataset : null,
    seller: viewShownSeller(seller),
    note: note === null ? null : { content: note, content_type: "text/plain", untrusted: true },
    delivery: viewDelivery(delivery, viewer),
    links: {
      request: self,
      ...(isOnSale ? { dataset: `${baseUrl}/datasets/${answer.listingId}` } : {}),
    },
  });
}
