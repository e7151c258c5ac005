/** Opens the purchase of a bundle: one charge, and a purchase of each dataset. */
import type { Database } from "../../db/client.ts";
import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import type { WaitingPurchaseRow } from "../../db/queries/purchases/waiting-purchases.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { supersedeWaiting } from "../account/end-waiting.ts";
import { needsOwner } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { keepWaiting } from "../purchase/waiting/keep-waiting.ts";
import type { WaitingTerms } from "../purchase/waiting/rules.ts";
import { fileTerms } from "../purchase/waiting/wish.ts";
import { throwRefusals } from "../refusal.ts";
import { type BundleOrder, gatherBundle, writeBundle } from "./bundle-order.ts";
import type { BuyBundleBody } from "./schemas.ts";

/** A charge, or a waiting purchase that the owner has to approve. Nothing is charged yet. */
export type OpenedBundle =
  | { kind: "bundle"; purse: PurseRow }
  | { kind: "waiting"; waiting: WaitingPurchaseRow };

/**
 * Writes the purse and its purchases as `payment_pending`; `settlePayment` charges the purse, or the clock if
 * the caller dies. Above the key's `confirm_above_cents` the whole bundle waits for one approval instead.
 * Errors: bundle_not_found, bundle_not_available, limit_reached (waiting purchases), and every code of
 * `buyRefusals`.
 */
export async function openBundlePurchase(
  ctx: Context,
  operator: OperatorActor,
  bundleId: string,
  body: BuyBundleBody,
): Promise<OpenedBundle> {
  return ctx.db.transaction((tx) => open(tx, ctx, operator, { bundleId, body }));
}

async function open(
  tx: Database,
  ctx: Context,
  operator: OperatorActor,
  { bundleId, body }: { bundleId: string; body: BuyBundleBody },
): Promise<OpenedBundle> {
  const { accountId, apiKeyId } = operator;
  const { payment_method_id: paymentMethodId } = body;
  const buyer = { accountId, apiKeyId };
  const order = await gatherBundle(tx, ctx, {
    buyer,
    bundleId,
    paymentMethodId,
    expectedPriceCents: body.expected_price_cents,
    allowDuplicate: body.allow_duplicate,
    acceptance: body.promised === true ? "promised" : new Map(),
  });
  const { bundle, key, sales, refusals, now } = order;
  throwRefusals(refusals);
  if (needsOwner(key, bundle.priceCents)) {
    const terms = termsOf(order, body, ctx.config.CURRENCY);
    const waiting = await keepWaiting(tx, { operator, terms, title: bundle.title, now });
    return { kind: "waiting", waiting };
  }
  const settleDueAt = new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000);
  const opening = { actor: operator, buyer, paymentMethodId, settleDueAt };
  const purse = await writeBundle(tx, ctx, order, opening);
  const listingId = sales.map(({ datasetId }) => datasetId);
  await supersedeWaiting(tx, operator, { accountId, listingId }, now);
  return { kind: "bundle", purse };
}

function termsOf(
  { bundle, sales }: BundleOrder,
  body: BuyBundleBody,
  currency: string,
): WaitingTerms {
  return {
    listingId: null,
    uploadId: null,
    version: null,
    license: null,
    bundleId: bundle.id,
    bundled: sales.map(({ datasetId, facts, offer }) => ({
      listingId: datasetId,
      title: offer.listing.title,
      ...fileTerms(offer),
      acceptance: facts.acceptance?.terms ?? null,
    })),
    plan: null,
    priceCents: bundle.priceCents,
    currency,
    paymentMethodId: body.payment_method_id,
    allowDuplicate: body.allow_duplicate ?? false,
    acceptance: null,
    privateOfferId: null,
    coupon: null,
    isTrial: false,
  };
}
