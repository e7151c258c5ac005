import type { Database } from "../../db/client.ts";
import { type AwardRow, updateAward } from "../../db/queries/awards.ts";
import { insertPurchase, type Offer } from "../../db/queries/buying.ts";
import type { PurchaseRow } from "../../db/queries/purchases.ts";
import type { Config } from "../../platform/config.ts";
import type { Actor } from "../context.ts";
import { auditPurchase } from "../purchase/audit-purchase.ts";
import { platformFeeCents } from "../purchase/rules.ts";

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
 * The purchase by which an award is paid, at the award's price; the award's latest from now on. Null:
 * the account has bought the very file already, or its seller has no account to sell it from.
 */
export async function openAwardPurchase(
  tx: Database,
  config: Pick<Config, "CURRENCY" | "PLATFORM_FEE_BPS">,
  { award, offer, actor, apiKeyId, cardId, now, settleDueAt }: Sale,
): Promise<PurchaseRow | null> {
  const { listing, seller, agentId } = offer;
  if (seller === null || listing.currentUploadId === null) return null;
  const { accountId, priceCents } = award;
  const purchase = await insertPurchase(tx, {
    accountId,
    apiKeyId,
    listingId: listing.id,
    uploadId: listing.currentUploadId,
    version: listing.version,
    title: listing.title,
    sellerAgentId: agentId,
    sellerAccountId: seller.accountId,
    priceCents,
    feeCents: platformFeeCents(priceCents, config.PLATFORM_FEE_BPS),
    currency: config.CURRENCY,
    paymentMethodId: cardId,
    createdAt: now,
    updatedAt: now,
    settleDueAt,
  });
  if (purchase === null) return null;
  const change = { state: "charging", purchaseId: purchase.id, updatedAt: now } as const;
  await updateAward(tx, award.id, change);
  const detail = { listing_id: listing.id, price_cents: priceCents, award_id: award.id };
  await auditPurchase(tx, purchase.id, { actor, action: "purchase.opened", detail }, now);
  return purchase;
}
