/** Writes a new purchase, for a buyer or for an auction's award. */
import type { Database } from "../../db/client.ts";
import { insertAcceptance } from "../../db/queries/purchases/acceptances.ts";
import { insertPurchase, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import type { PurchaseRow } from "../../db/queries/purchases/purchases.ts";
import { allotCents } from "../../db/queries/purchases/purses.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import type { Config } from "../../platform/config.ts";
import { countProbes } from "../acceptance/rules.ts";
import type { AcceptanceTerms } from "../acceptance/schemas.ts";
import { licenseAsSold } from "../listing/provenance/rules.ts";
import { platformFeeCents } from "../pricing.ts";
import { auditPurchase } from "./audit-purchase.ts";
import { soldTitle, type TrialCredit } from "./trial/rules.ts";

type PaidPeriod = {
  subscriptionId: string;
  periodNumber: number;
  periodStartsAt: Date;
  periodEndsAt: Date;
};

type Opening = {
  offer: Offer;
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  paymentMethodId: string;
  priceCents: number;
  now: Date;
  /** When the clock has to charge it, unless its opener already has. */
  settleDueAt: Date;
  /** The award that it pays, if any. */
  awardId?: string;
  /** The period of a subscription that it pays, if any. */
  period?: PaidPeriod;
  acceptance?: AcceptanceTerms | null | undefined;
  privateOfferId?: string | undefined;
  couponId?: string | null | undefined;
  /** Number of rows of a trial, whose file the offer names. */
  trialRows?: number | null;
  /** The locked trial that lowered the price. */
  credit?: TrialCredit | null;
  /** The locked purse whose charge pays it; its opener holds the lock. */
  purse?: PurseRow;
  /** What the evaluation of its contract found before. */
  decided?: "passed" | "undecided";
};

/**
 * Writes a purchase of the offer's current file with its audit row; nothing is charged here. Null: the
 * account has a live purchase of this file or period, or the offer has no seller or no file.
 */
export async function writePurchase(
  tx: Database,
  config: Pick<Config, "CURRENCY" | "PLATFORM_FEE_BPS">,
  {
    offer,
    actor,
    buyer,
    paymentMethodId,
    priceCents,
    now,
    settleDueAt,
    awardId,
    period,
    acceptance,
    privateOfferId,
    couponId,
    trialRows,
    credit,
    purse,
    decided,
  }: Opening,
): Promise<PurchaseRow | null> {
  const { listing, seller, agentId } = offer;
  if (seller === null || listing.currentUploadId === null) return null;
  const terms = acceptance ?? null;
  const purchase = await insertPurchase(tx, {
    ...buyer,
    listingId: listing.id,
    uploadId: listing.currentUploadId,
    version: listing.version,
    title: soldTitle(listing.title, trialRows ?? null),
    license: licenseAsSold(listing),
    sellerAgentId: agentId,
    sellerAccountId: seller.accountId,
    priceCents,
    feeCents: platformFeeCents(priceCents, config.PLATFORM_FEE_BPS),
    currency: config.CURRENCY,
    paymentMethodId,
    createdAt: now,
    updatedAt: now,
    settleDueAt: purse === undefined ? settleDueAt : null,
    acceptance: terms === null ? null : (decided ?? "pending"),
    privateOfferId: privateOfferId ?? null,
    couponId: couponId ?? null,
    trialRows: trialRows ?? null,
    creditedTrialId: credit?.trialId ?? null,
    creditCents: credit?.cents ?? null,
    purseId: purse?.id ?? null,
    chargedCents: purse?.priceCents ?? null,
    ...period,
  });
  if (purchase === null) return null;
  if (purse !== undefined) await allotCents(tx, purse.id, priceCents);
  if (terms !== null)
    await insertAcceptance(tx, { purchaseId: purchase.id, terms, probes: countProbes(terms) });
  const award = awardId === undefined ? {} : { award_id: awardId };
  const agreed = privateOfferId === undefined ? {} : { private_offer_id: privateOfferId };
  const subscription =
    period === undefined
      ? {}
      : { subscription_id: period.subscriptionId, period: period.periodNumber };
  const reduced = couponId == null ? {} : { coupon_id: couponId };
  const trial = trialRows == null ? {} : { trial_rows: trialRows };
  const credited =
    credit == null ? {} : { credited_trial_id: credit.trialId, credit_cents: credit.cents };
  const causes = { ...award, ...agreed, ...reduced, ...trial, ...credited, ...subscription };
  const detail = { listing_id: listing.id, price_cents: priceCents, ...causes };
  await auditPurchase(tx, purchase.id, { actor, action: "purchase.opened", detail }, now);
  return purchase;
}
