import type { Database } from "../../../db/client.ts";
import { findAccount } from "../../../db/queries/accounts/accounts.ts";
import { findApiKey, lockApiKey } from "../../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../../db/queries/accounts/payment-methods.ts";
import { lockAuction } from "../../../db/queries/auctions/auctions.ts";
import {
  findAward,
  findBid,
  findWonAwards,
  updateAward,
} from "../../../db/queries/auctions/awards.ts";
import type { BidRow } from "../../../db/queries/auctions/bids.ts";
import { holdOffer } from "../../../db/queries/purchases/buying.ts";
import { cardOfKey } from "../../account/rules.ts";
import type { Context } from "../../context.ts";
import { eachDue } from "../../purchase/settlement/each-due.ts";
import { notifyOffer } from "../notify.ts";
import { offerEnd } from "../rules.ts";
import { openAwardPurchase } from "./award-purchase.ts";
import { auctioneer } from "./end-auction.ts";

/**
 * Opens the purchase of each won licence; returns how many. The clock settles them like all others.
 * Locking the key lets the amount reserved for the bid become spending without a gap.
 */
export async function chargeWinners(
  ctx: Context,
  { rowsMax }: { rowsMax: number },
): Promise<number> {
  const won = await findWonAwards(ctx.db, rowsMax);
  return eachDue(won, (awardId) => charge(ctx, awardId));
}

async function charge(ctx: Context, awardId: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const seen = await findAward(tx, awardId);
    if (seen === null) throw new Error(`award ${awardId} is gone`);
    const bid = await findBid(tx, seen.bidId);
    // The same lock order as for a bid: key, listing, auction.
    const held = await lockApiKey(tx, bid.apiKeyId);
    const offer = await holdOffer(tx, seen.listingId);
    await lockAuction(tx, seen.listingId);
    const award = await findAward(tx, awardId);
    if (award?.state !== "won" || held === null || offer === null) return false;
    const now = ctx.now();
    const mayBuy = held.account.suspendedAt === null && offer.seller?.isSuspended === false;
    const purchase = mayBuy
      ? await openAwardPurchase(tx, ctx.config, {
          award,
          offer,
          actor: auctioneer,
          apiKeyId: bid.apiKeyId,
          cardId: await cardFor(tx, bid),
          now,
          settleDueAt: now,
        })
      : null;
    if (purchase !== null) return true;
    // A winner that already has the file is overdue at once; a suspended one has a day, like a declined one.
    const dueAt = mayBuy ? now : offerEnd(now);
    const unpaid = await updateAward(tx, awardId, { state: "unpaid", dueAt, updatedAt: now });
    const noticeContext = { now, currency: ctx.config.CURRENCY };
    if (!mayBuy) await notifyOffer(tx, { ...unpaid, dueAt }, noticeContext);
    return true;
  });
}

/**
 * The bid's card, or the account's default card if the key may charge it. A removed card is declined
 * like any other.
 */
async function cardFor(
  tx: Database,
  { accountId, apiKeyId, paymentMethodId }: BidRow,
): Promise<string> {
  if ((await holdCard(tx, accountId, paymentMethodId)) !== null) return paymentMethodId;
  const [account, key] = [await findAccount(tx, accountId), await findApiKey(tx, apiKeyId)];
  if (key === null) return paymentMethodId;
  return cardOfKey(key, account?.defaultPaymentMethodId ?? null) ?? paymentMethodId;
}
