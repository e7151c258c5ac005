import type { Database } from "../../../db/client.ts";
import { type AwardRow, findBid, updateAward } from "../../../db/queries/auctions/awards.ts";
import type { Offer } from "../../../db/queries/purchases/buying.ts";
import type { PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { Actor } from "../../../db/vocabulary/actor.ts";
import type { Config } from "../../../platform/config.ts";
import { writePurchase } from "../../purchase/write-purchase.ts";

type Sale = {
  award: AwardRow;
  offer: Offer;
  actor: Actor;
  apiKeyId: string;
  cardId: string;
  now: Date;
  settleDueAt: Date;
};

/**
 * Opens the purchase that pays for an award, at the award's price, and links it to the award. Null if
 * the account has already bought this file, or its seller has no account.
 */
export async function openAwardPurchase(
  tx: Database,
  config: Pick<Config, "CURRENCY" | "PLATFORM_FEE_BPS">,
  { award, offer, actor, apiKeyId, cardId, now, settleDueAt }: Sale,
): Promise<PurchaseRow | null> {
  const { accountId, priceCents } = award;
  const purchase = await writePurchase(tx, config, {
    offer,
    actor,
    buyer: { accountId, apiKeyId },
    paymentMethodId: cardId,
    priceCents,
    now,
    settleDueAt,
    awardId: award.id,
    acceptance: (await findBid(tx, award.bidId)).acceptance,
  });
  if (purchase === null) return null;
  const change = { state: "charging", purchaseId: purchase.id, updatedAt: now } as const;
  await updateAward(tx, award.id, change);
  return purchase;
}
