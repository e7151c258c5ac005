/** Converts a request to buy to the waiting row that stores it, and back. */
import type { Offer } from "../../../db/queries/purchases/buying.ts";
import type { PlanInterval } from "../../../db/vocabulary/listing.ts";
import { normalizeCode } from "../../coupon/rules.ts";
import { licenseAsSold } from "../../listing/provenance/rules.ts";
import type { BuyBody } from "../buy-schemas.ts";
import type { BuyFacts } from "../rules.ts";
import type { FileTerms, WaitingTerms } from "./rules.ts";

/** The file of the dataset on sale, as the owner is asked about it. */
export function fileTerms({ listing }: Offer): FileTerms {
  const { currentUploadId: uploadId, version } = listing;
  return { uploadId, version, license: licenseAsSold(listing) };
}

export function datasetOf({ listingId }: Pick<WaitingTerms, "listingId">): string {
  if (listingId === null) throw new Error("a bundle is approved as a whole");
  return listingId;
}

type Wish = {
  facts: Pick<BuyFacts, "acceptance" | "currency">;
  offer: Offer;
  body: BuyBody;
  priceCents: number;
  /** Of a subscription. */
  plan?: PlanInterval;
};

/** With the terms of a promised contract, which may change meanwhile. */
export function wishOf({ facts, offer, body, priceCents, plan }: Wish): WaitingTerms {
  return {
    listingId: offer.listing.id,
    ...fileTerms(offer),
    bundleId: null,
    bundled: null,
    plan: plan ?? null,
    priceCents,
    currency: facts.currency,
    paymentMethodId: body.payment_method_id,
    allowDuplicate: body.allow_duplicate ?? false,
    acceptance: facts.acceptance?.terms ?? null,
    privateOfferId: body.private_offer_id ?? null,
    coupon: body.coupon === undefined ? null : normalizeCode(body.coupon),
    isTrial: body.trial ?? false,
  };
}

type Stored = Pick<
  WaitingTerms,
  | "paymentMethodId"
  | "allowDuplicate"
  | "acceptance"
  | "privateOfferId"
  | "coupon"
  | "isTrial"
  | "priceCents"
>;

/** The request that an approval repeats, at the price that the owner was shown. */
export function bodyOf(waiting: Stored): BuyBody {
  return {
    payment_method_id: waiting.paymentMethodId,
    allow_duplicate: waiting.allowDuplicate,
    ...(waiting.acceptance === null ? {} : { acceptance: waiting.acceptance }),
    ...(waiting.privateOfferId === null ? {} : { private_offer_id: waiting.privateOfferId }),
    ...(waiting.coupon === null ? {} : { coupon: waiting.coupon }),
    ...(waiting.isTrial ? { trial: true } : {}),
    expected_price_cents: waiting.priceCents,
  };
}
