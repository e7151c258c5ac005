/** A purchase at the dataset's price, once nothing stands against it: its row, and a hybrid's licence. */
import type { Database } from "../../db/client.ts";
import type { Offer } from "../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import { countInDirectSale } from "../auction/direct-sale.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { throwRefusals } from "../refusal.ts";
import { findLivePurchaseOf } from "./identical/find-held-file.ts";
import { type BuyFacts, buyRefusals } from "./rules.ts";
import { writePurchase } from "./write-purchase.ts";

type Sale = {
  facts: BuyFacts;
  offer: Offer;
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  paymentMethodId: string;
  /** When somebody has to charge it, unless who opened it has done so. */
  settleDueAt: Date;
};

/** Writes it as `payment_pending`. Throws the refusals of a purchase that came at the same time. */
export async function writeDirectPurchase(
  tx: Database,
  { config }: Pick<Context, "config">,
  { facts, offer, actor, buyer, paymentMethodId, settleDueAt }: Sale,
): Promise<PurchaseRow> {
  const { listing, seller } = offer;
  if (seller === null || listing.currentUploadId === null) {
    throw new Error(`dataset ${listing.id} is on sale without a seller or a file`);
  }
  const { priceCents } = listing;
  const { now } = facts;
  const opening = { offer, actor, buyer, paymentMethodId, priceCents, now, settleDueAt };
  const purchase = await writePurchase(tx, config, opening);
  if (purchase === null) {
    const earlier = await findLivePurchaseOf(tx, buyer.accountId, listing);
    throwRefusals(buyRefusals({ ...facts, earlier }));
    throw new MarketError("purchase_in_progress", "Another purchase of this file has just ended.");
  }
  if (listing.pricingType === "hybrid") await countInDirectSale(tx, listing.id);
  return purchase;
}
