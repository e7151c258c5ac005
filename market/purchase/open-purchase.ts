/** An operator buys: all checks, and the purchase before it is charged. */
import type { Database } from "../../db/client.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { countDirectSales, lockAuction } from "../../db/queries/auctions/auctions.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { findLivePurchase, holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { spendingStates, spendingWindows } from "../account/rules.ts";
import { countInDirectSale } from "../auction/direct-sale.ts";
import type { Context, OperatorActor } from "../context.ts";
import { MarketError } from "../errors.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { throwRefusals } from "../refusal.ts";
import type { BuyBody } from "./buy-schema.ts";
import { lockHeldFile } from "./identical/find-held-file.ts";
import { type BuyFacts, buyRefusals } from "./rules.ts";
import { writePurchase } from "./write-purchase.ts";

/**
 * Opens a purchase of the dataset's present file at its present price, before anybody is charged:
 * `settlePayment` charges it, and the clock does where the caller dies. The key is locked first, so
 * that its budget holds however many requests come at once.
 * Errors: dataset_not_found, and every code of `buyRefusals`.
 */
export async function openPurchase(
  ctx: Context,
  operator: OperatorActor,
  datasetId: string,
  body: BuyBody,
): Promise<PurchaseRow> {
  return ctx.db.transaction(async (tx) => {
    const { facts, offer } = await gather(tx, ctx, operator, { datasetId, body });
    throwRefusals(buyRefusals(facts));
    const { listing, seller } = offer;
    if (seller === null || listing.currentUploadId === null) {
      throw new Error(`dataset ${datasetId} is on sale without a seller or a file`);
    }
    const { now } = facts;
    const { accountId, apiKeyId } = operator;
    const purchase = await writePurchase(tx, ctx.config, {
      offer,
      actor: operator,
      buyer: { accountId, apiKeyId },
      paymentMethodId: body.payment_method_id,
      priceCents: listing.priceCents,
      now,
      settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
    });
    if (purchase === null) {
      const earlier = await liveState(tx, accountId, offer);
      throwRefusals(buyRefusals({ ...facts, earlier: earlier ?? "payment_pending" }));
      throw new Error("a purchase that exists already was not refused");
    }
    if (listing.pricingType === "hybrid") await countInDirectSale(tx, listing.id);
    return purchase;
  });
}

type Wish = { datasetId: string; body: BuyBody };

async function gather(
  tx: Database,
  { now: clock, config }: Pick<Context, "now" | "config">,
  { accountId, apiKeyId }: OperatorActor,
  { datasetId, body }: Wish,
): Promise<{ facts: BuyFacts; offer: Offer }> {
  const held = await lockApiKey(tx, apiKeyId);
  if (held === null) throw new Error(`key ${apiKeyId} is gone`);
  const { key, account } = held;
  const offer = await holdOffer(tx, datasetId);
  if (offer === null) throw new MarketError("dataset_not_found", "No dataset has this id.");
  const auction = await hybridFacts(tx, offer);
  const now = clock();
  const windows = spendingWindows(now);
  const ownsPaymentMethod = (await holdCard(tx, accountId, body.payment_method_id)) !== null;
  const heldFile = await lockHeldFile(tx, accountId, offer.listing);
  const facts: BuyFacts = {
    listing: offer.listing,
    seller: offer.seller,
    buyer: { accountId, suspendedAt: account.suspendedAt },
    key,
    spentCents: await committedCents(tx, key, { windows, exceptListingId: datasetId }),
    auction,
    ownsPaymentMethod,
    earlier: await liveState(tx, accountId, offer),
    heldFile,
    allowDuplicate: body.allow_duplicate ?? false,
    expectedPriceCents: body.expected_price_cents,
    currency: config.CURRENCY,
    now,
  };
  return { facts, offer };
}

/** Locked after the key and the listing, as by bids: no bid meets the reserve meanwhile. */
async function hybridFacts(tx: Database, { listing }: Offer): Promise<BuyFacts["auction"]> {
  const { id: listingId, pricingType } = listing;
  const auction = pricingType === "hybrid" ? await lockAuction(tx, listingId) : null;
  if (auction === null) return null;
  const sales = await countDirectSales(tx, { listingId, live: spendingStates });
  const licensesLeft = auction.licenses - sales.live;
  return { auction, isReserveMet: auction.reserveMet, licensesLeft };
}

async function liveState(tx: Database, accountId: string, { listing }: Offer) {
  const uploadId = listing.currentUploadId;
  if (uploadId === null) return null;
  const live = await findLivePurchase(tx, { accountId, uploadId, states: spendingStates });
  return live?.state ?? null;
}
