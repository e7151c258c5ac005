/** Writes a direct purchase after all checks: its row, and a hybrid's sold licence. */
import type { Database } from "../../db/client.ts";
import type { Offer } from "../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import { countInDirectSale } from "../auction/direct-sale.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf, findLiveTrialOf } from "../held-file/find-held-file.ts";
import { throwRefusals } from "../refusal.ts";
import type { BuyBody } from "./buy-schemas.ts";
import { type BuyFacts, buyRefusals } from "./rules.ts";
import { writePurchase } from "./write-purchase.ts";

type Sale = {
  facts: BuyFacts;
  offer: Offer;
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  body: BuyBody;
  /** When the clock has to charge it, unless its opener already has. */
  settleDueAt: Date;
};

/** Writes it as `payment_pending`. Throws if a concurrent purchase came first. */
export async function writeDirectPurchase(
  tx: Database,
  { config }: Pick<Context, "config">,
  { facts, offer, actor, buyer, body, settleDueAt }: Sale,
): Promise<PurchaseRow> {
  const { listing, seller } = offer;
  if (seller === null || listing.currentUploadId === null) {
    throw new Error(`dataset ${listing.id} is on sale without a seller or a file`);
  }
  const { priceCents, now } = facts;
  const paymentMethodId = body.payment_method_id;
  const opening = {
    offer,
    actor,
    buyer,
    paymentMethodId,
    priceCents,
    now,
    settleDueAt,
    acceptance: facts.acceptance?.terms ?? null,
    privateOfferId: body.private_offer_id,
    couponId: facts.couponId,
    trialRows: facts.trialRows ?? null,
    credit: facts.credit ?? null,
  };
  const purchase = await writePurchase(tx, config, opening);
  if (purchase === null) {
    const find = body.trial === true ? findLiveTrialOf : findLivePurchaseOf;
    const earlier = await find(tx, buyer.accountId, listing);
    throwRefusals(buyRefusals({ ...facts, earlier }));
    throw new MarketError("purchase_in_progress", "Another purchase of this file has just ended.");
  }
  if (listing.pricingType === "hybrid") await countInDirectSale(tx, listing.id);
  return purchase;
}
