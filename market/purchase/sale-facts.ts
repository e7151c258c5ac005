/** The facts of a sale, read under its locks: for a buyer's request or for an owner's later approval. */
import type { Database } from "../../db/client.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { countDirectSales, lockAuction } from "../../db/queries/auctions/auctions.ts";
import { type CouponUse, lockCoupon } from "../../db/queries/coupons/coupons.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { lockPrivateOffer } from "../../db/queries/private-offers/private-offers.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import { gatherAcceptance } from "../acceptance/facts.ts";
import { mayEnter } from "../access/may-enter.ts";
import { cardOfKey, spendingStates, spendingWindows } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { couponRefusal, normalizeCode } from "../coupon/rules.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf, findLiveTrialOf, lockHeldFile } from "../held-file/find-held-file.ts";
import { holdTrial } from "../listing/trial/hold-trial.ts";
import { priceForBuyer } from "../pricing.ts";
import { useRefusal } from "../private-offer/rules.ts";
import type { BuyBody } from "./buy-schemas.ts";
import type { BuyFacts } from "./rules.ts";
import { findCredit, lockTrialsOf } from "./trial/find-credit.ts";
import { takesCredit } from "./trial/rules.ts";

type PurchaseRequest = {
  buyer: { accountId: string; apiKeyId: string };
  datasetId: string;
  body: BuyBody;
  /** Set for a dataset of a bundle, whose listings are locked already: no trial lowers its share. */
  isBundled?: boolean;
};

/**
 * Locks the key, so that concurrent requests cannot exceed its budget, then the account's trials of the
 * listing, the listing, its auction, the bytes, a named private offer or coupon, in this order. A reservation of the same key for this listing, by a bid or a waiting
 * purchase, does not count against its purchase.
 */
export async function gatherSale(
  tx: Database,
  { now: clock, config }: Pick<Context, "now" | "config">,
  { buyer: { accountId, apiKeyId }, datasetId, body, isBundled = false }: PurchaseRequest,
): Promise<{ facts: BuyFacts; offer: Offer }> {
  const isTrial = body.trial === true;
  const held = await lockApiKey(tx, apiKeyId);
  if (held === null) throw new Error(`key ${apiKeyId} is gone`);
  const { key, account } = held;
  const trials =
    takesCredit(body) && !isBundled
      ? await lockTrialsOf(tx, { accountId, listingId: datasetId })
      : [];
  const whole = await holdOffer(tx, datasetId);
  if (whole === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const { offer, trialRefusal } = isTrial
    ? await holdTrial(tx, whole)
    : { offer: whole, trialRefusal: null };
  const auction = await hybridFacts(tx, offer);
  const now = clock();
  const windows = spendingWindows(now);
  const cardId = cardOfKey(key, body.payment_method_id);
  const ownsPaymentMethod = cardId !== null && (await holdCard(tx, accountId, cardId)) !== null;
  const heldFile = await lockHeldFile(tx, accountId, whole.listing);
  const privateOffer =
    body.private_offer_id === undefined
      ? null
      : await lockPrivateOffer(tx, body.private_offer_id, { side: "buyer", accountId });
  const privateOfferRefusal =
    body.private_offer_id === undefined ? null : useRefusal(privateOffer, offer.listing, now);
  const usedOffer = privateOfferRefusal === null ? privateOffer : null;
  const { coupon, couponRefusal } = await holdCoupon(tx, { accountId, offer, body, now });
  const fullCents = priceForBuyer(offer.listing.priceCents, {
    agreedCents: usedOffer?.priceCents ?? null,
    coupon,
  });
  const credit = await findCredit(tx, trials, { priceCents: fullCents, now });
  const facts: BuyFacts = {
    listing: offer.listing,
    seller: offer.seller,
    buyer: { accountId, suspendedAt: account.suspendedAt },
    key,
    spentCents: await committedCents(tx, key, { windows, exceptListingId: datasetId }),
    auction,
    ownsPaymentMethod,
    earlier: await (isTrial ? findLiveTrialOf : findLivePurchaseOf)(tx, accountId, whole.listing),
    heldFile,
    allowDuplicate: body.allow_duplicate ?? false,
    priceCents: fullCents - (credit?.cents ?? 0),
    credit,
    // An agreed private price is the approval of its buyer.
    hasAccess: usedOffer !== null || (await mayEnter(tx, accountId, offer)),
    couponRefusal,
    couponId: coupon?.id ?? null,
    privateOfferRefusal,
    trialRefusal,
    trialRows: isTrial ? (whole.listing.trial?.rows ?? null) : null,
    expectedPriceCents: body.expected_price_cents,
    acceptance: await gatherAcceptance(tx, {
      accountId,
      listing: offer.listing,
      choice: body.acceptance ?? null,
      now,
    }),
    currency: config.CURRENCY,
    now,
  };
  return { facts, offer };
}

/** `coupon`: null if none is named or it cannot be used. */
async function holdCoupon(
  tx: Database,
  sale: { accountId: string; offer: Offer; body: BuyBody; now: Date },
): Promise<{ coupon: CouponUse | null; couponRefusal: BuyFacts["couponRefusal"] }> {
  const { accountId, offer, body, now } = sale;
  if (body.coupon === undefined) return { coupon: null, couponRefusal: null };
  const code = normalizeCode(body.coupon);
  const held = await lockCoupon(tx, { listingId: offer.listing.id, code, accountId });
  const refusal = couponRefusal(held, offer.listing, now);
  return { coupon: refusal === null ? held : null, couponRefusal: refusal };
}

/** Locked after key and listing, like a bid, so that no bid can meet the reserve meanwhile. */
async function hybridFacts(tx: Database, { listing }: Offer): Promise<BuyFacts["auction"]> {
  const { id: listingId, pricingType } = listing;
  const auction = pricingType === "hybrid" ? await lockAuction(tx, listingId) : null;
  if (auction === null) return null;
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const licensesLeft = auction.licenses - sales.live;
  return { auction, isReserveMet: auction.reserveMet, licensesLeft };
}
