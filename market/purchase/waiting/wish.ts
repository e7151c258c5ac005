/** Converts a request to buy to the waiting row that stores it, and back. */
import { normalizeCode } from "../../coupon/rules.ts";
import type { BuyBody } from "../buy-schemas.ts";
import type { WaitingTerms } from "./rules.ts";

type Wish = Omit<WaitingTerms, "uploadId" | "version" | "license" | "priceCents" | "currency">;

/** With the terms of a promised contract, which may change meanwhile. */
export type WaitingBody = Omit<BuyBody, "acceptance"> & Pick<Wish, "acceptance">;

export function wishOf(body: WaitingBody): Wish {
  return {
    paymentMethodId: body.payment_method_id,
    allowDuplicate: body.allow_duplicate ?? false,
    acceptance: body.acceptance,
    privateOfferId: body.private_offer_id ?? null,
    coupon: body.coupon === undefined ? null : normalizeCode(body.coupon),
    isTrial: body.trial ?? false,
  };
}

/** The request that an approval repeats, at the price that the owner was shown. */
export function bodyOf(waiting: Wish & { priceCents: number }): BuyBody {
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
