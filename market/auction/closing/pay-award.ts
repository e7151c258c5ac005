/** Checks, locks and purchase shared by both ways to pay an award manually. */
import type { Database } from "../../../db/client.ts";
import { lockApiKey } from "../../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../../db/queries/accounts/payment-methods.ts";
import { lockAuction } from "../../../db/queries/auctions/auctions.ts";
import { type AwardRow, findAward } from "../../../db/queries/auctions/awards.ts";
import { committedCents } from "../../../db/queries/journal/committed.ts";
import { holdOffer } from "../../../db/queries/purchases/buying.ts";
import { findPurchase, type PurchaseRow } from "../../../db/queries/purchases/purchases.ts";
import type { OperatorActor } from "../../../db/vocabulary/actor.ts";
import type { AwardState } from "../../../db/vocabulary/auction.ts";
import {
  cardOfKey,
  confirmationRefusal,
  keyRefusal,
  scopeRefusal,
  spendingWindows,
  spendRefusals,
} from "../../account/rules.ts";
import type { Context } from "../../context.ts";
import { MarketError } from "../../errors.ts";
import { findLivePurchaseOf, lockHeldFile } from "../../held-file/find-held-file.ts";
import { earlierRefusal, identicalFileRefusal } from "../../held-file/rules.ts";
import { SETTLE_LEASE_SECONDS } from "../../limits.ts";
import { throwRefusals } from "../../refusal.ts";
import type { OfferBody } from "../offer-schemas.ts";
import { isFailedCharge } from "../rules.ts";
import { openAwardPurchase } from "./award-purchase.ts";

type Payment = { operator: OperatorActor; award: AwardRow; body: OfferBody };
type Deps = Pick<Context, "config" | "now">;

/**
 * Opens the purchase of a won or offered licence; nothing is charged here. Locks key, listing, auction
 * and bytes, in this order. A won licence is paid even if the account has bought the same bytes since,
 * because the bid binds; an offered one is a new decision.
 * Errors: offer_not_open, dataset_not_available, payment_method_unknown, identical_file_owned,
 * already_purchased, and those of the key: scope_missing, category_not_allowed, spend_limit_exceeded,
 * confirmation_needed.
 */
export async function payAward(
  tx: Database,
  { config, now: clock }: Deps,
  { operator, award: seen, body }: Payment,
): Promise<PurchaseRow> {
  const { accountId, apiKeyId } = operator;
  const held = await lockApiKey(tx, apiKeyId);
  const offer = await holdOffer(tx, seen.listingId);
  await lockAuction(tx, seen.listingId);
  const award = await findAward(tx, seen.id);
  if (held === null || offer === null || award === null)
    throw new Error(`award ${seen.id} is gone`);
  const now = clock();
  requireOpen({ ...award, state: await presentState(tx, award) }, now);
  if (offer.seller?.isSuspended !== false) {
    throw new MarketError("dataset_not_available", "Its seller cannot sell at the moment.");
  }
  const { key, account } = held;
  const spend = {
    priceCents: award.priceCents,
    category: offer.listing.category,
    spentCents: await committedCents(tx, key, { windows: spendingWindows(now) }),
    currency: config.CURRENCY,
    now,
  };
  throwRefusals([
    keyRefusal(key, account, now),
    scopeRefusal(key.scopes, ["purchase"]),
    ...spendRefusals(key, spend),
    confirmationRefusal(key, { amountCents: award.priceCents, currency: config.CURRENCY }),
  ]);
  const cardId = cardOfKey(key, body.payment_method_id);
  if (cardId === null || (await holdCard(tx, accountId, cardId)) === null) {
    throw new MarketError(
      "payment_method_unknown",
      "The account has no such card, or the key may not charge it.",
    );
  }
  const heldFile = await lockHeldFile(tx, accountId, offer.listing);
  const isOffered = award.state === "offered";
  throwRefusals([identicalFileRefusal(isOffered ? heldFile : null, body.allow_duplicate ?? false)]);
  const settleDueAt = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
  const sale = { award, offer, actor: operator, apiKeyId, cardId, now, settleDueAt };
  const purchase = await openAwardPurchase(tx, config, sale);
  if (purchase !== null) return purchase;
  const earlier = await findLivePurchaseOf(tx, accountId, offer.listing);
  throwRefusals([earlier && earlierRefusal(earlier)]);
  throw new MarketError("dataset_not_available", "It no longer has a file or a seller.");
}

/** A failed charge makes the award unpaid at once, even before the clock has noticed it. */
async function presentState(tx: Database, award: AwardRow): Promise<AwardState> {
  if (award.state !== "charging" || award.purchaseId === null) return award.state;
  const purchase = await findPurchase(tx, award.purchaseId);
  return purchase !== null && isFailedCharge(purchase.state) ? "unpaid" : award.state;
}

/** Without `dueAt` the first charge has just failed, and the clock is about to set it. */
function requireOpen({ state, dueAt }: AwardRow, now: Date): void {
  const isOpen = state === "unpaid" || state === "offered";
  if (isOpen && (dueAt === null || now < dueAt)) return;
  const detail =
    state === "won" || state === "charging"
      ? "It is being charged."
      : `It is ${state === "paid" ? "already paid" : "too late to pay it"}.`;
  throw new MarketError("offer_not_open", detail);
}
