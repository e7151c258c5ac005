/** Opens the purchase of a bundle: one charge, and a purchase of each dataset. */
import type { Database } from "../../db/client.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdBundle, readBundledIds } from "../../db/queries/bundles/bundles.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { findContract } from "../../db/queries/listings/contract-checks.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import { lockFileOfAccount } from "../../db/queries/purchases/identical-files.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { supersedeWaiting } from "../account/end-waiting.ts";
import {
  confirmationRefusal,
  keyRefusal,
  scopeRefusal,
  spendingWindows,
  spendRefusals,
} from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf } from "../held-file/find-held-file.ts";
import { earlierRefusal } from "../held-file/rules.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { openPurse } from "../purchase/purse/open-purse.ts";
import { type BuyFacts, buyRefusals } from "../purchase/rules.ts";
import { gatherSale } from "../purchase/sale-facts.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { listed, throwRefusals } from "../refusal.ts";
import { datasetRefusals, orderRefusals, splitPrice } from "./rules.ts";
import type { BuyBundleBody } from "./schemas.ts";

type Sale = { datasetId: string; facts: BuyFacts; offer: Offer };

/**
 * Writes the purse and its purchases as `payment_pending`; `settlePayment` charges the purse, or the clock if
 * the caller dies. Locks the key, the listings and their bytes in fixed orders, then the bundle.
 * Errors: bundle_not_found, bundle_not_available, confirmation_needed, and every code of `buyRefusals`.
 */
export async function openBundlePurchase(
  ctx: Context,
  operator: OperatorActor,
  bundleId: string,
  body: BuyBundleBody,
): Promise<PurseRow> {
  return ctx.db.transaction((tx) => open(tx, ctx, operator, { bundleId, body }));
}

async function open(
  tx: Database,
  ctx: Context,
  operator: OperatorActor,
  { bundleId, body }: { bundleId: string; body: BuyBundleBody },
): Promise<PurseRow> {
  const { CURRENCY: currency } = ctx.config;
  const ids = await readBundledIds(tx, bundleId);
  const held = await lockApiKey(tx, operator.apiKeyId);
  if (held === null) throw new Error(`key ${operator.apiKeyId} is gone`);
  const { key, account } = held;
  throwRefusals([keyRefusal(key, account, ctx.now()), scopeRefusal(key.scopes, ["purchase"])]);
  await lockDatasets(tx, operator.accountId, ids);
  const bundle = await holdBundle(tx, bundleId);
  if (bundle === null) throw new MarketError("bundle_not_found", "No bundle has this id.");
  const now = ctx.now();
  const sales: Sale[] = [];
  for (const datasetId of ids) {
    sales.push(await gather(tx, ctx, { operator, datasetId, body }));
  }
  const datasets = sales.map(({ datasetId, offer }) => ({
    id: datasetId,
    priceCents: offer.listing.priceCents,
    isOnSale: isOnSale(offer),
  }));
  const { priceCents } = bundle;
  const spentCents = await committedCents(tx, key, { windows: spendingWindows(now) });
  const spend = { priceCents, category: "", spentCents, currency, now };
  throwRefusals([
    ...orderRefusals({
      bundle: { ...bundle, datasets },
      expectedPriceCents: body.expected_price_cents,
      currency,
    }),
    ...datasetRefusals(
      sales.map(({ datasetId, facts }) => ({ datasetId, refusals: buyRefusals(facts) })),
    ),
    // Its categories were checked with each dataset.
    ...listed(spendRefusals({ ...key, categories: [] }, spend)),
    confirmationRefusal(key, { amountCents: priceCents, currency }),
  ]);
  const parts = splitPrice(
    priceCents,
    datasets.map((dataset) => dataset.priceCents),
  );
  const opening = {
    actor: operator,
    buyer: { accountId: operator.accountId, apiKeyId: operator.apiKeyId },
    paymentMethodId: body.payment_method_id,
    now,
    settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
  };
  const { title } = bundle;
  const purse = await openPurse(tx, {
    ...opening,
    kind: "bundle",
    bundleId,
    title,
    priceCents,
    currency,
  });
  for (const [at, sale] of sales.entries()) {
    const part = { purse, priceCents: parts[at] ?? 0 };
    await write(tx, ctx, { ...opening, ...part, sale });
  }
  await supersedeWaiting(tx, operator, { accountId: operator.accountId, listingId: ids }, now);
  return purse;
}

/**
 * Listings by id, then bytes by hash: two orders that share datasets, or files under other datasets, never
 * wait for each other.
 */
async function lockDatasets(tx: Database, accountId: string, ids: string[]): Promise<void> {
  const hashes = new Set<string>();
  for (const id of ids.toSorted()) {
    const offer = await holdOffer(tx, id);
    if (offer?.listing.sha256) hashes.add(offer.listing.sha256);
  }
  for (const sha256 of [...hashes].sort()) await lockFileOfAccount(tx, { accountId, sha256 });
}

const isOnSale = ({ listing }: Offer): boolean =>
  listing.status === "active" && listing.pricingType === "buy_it_now" && listing.priceCents > 0;

type DatasetOrder = { operator: OperatorActor; datasetId: string; body: BuyBundleBody };

/** The facts of one dataset, as if it were bought alone; amounts are judged for the whole bundle. */
async function gather(
  tx: Database,
  ctx: Context,
  { operator, datasetId, body }: DatasetOrder,
): Promise<Sale> {
  const isPromised =
    body.promised === true && (await findContract(tx, datasetId))?.terms !== undefined;
  const { facts, offer } = await gatherSale(tx, ctx, {
    buyer: operator,
    datasetId,
    isBundled: true,
    body: {
      payment_method_id: body.payment_method_id,
      allow_duplicate: body.allow_duplicate,
      ...(isPromised ? { acceptance: { promised: true } } : {}),
    },
  });
  const key = { ...facts.key, maxPerPurchaseCents: null, budgetCents: null };
  return { datasetId, facts: { ...facts, key }, offer };
}

type Part = Omit<Parameters<typeof writePurchase>[2], "offer" | "acceptance"> & { sale: Sale };

/** Throws if a concurrent purchase of another key came first. */
async function write(
  tx: Database,
  { config }: Pick<Context, "config">,
  { sale, ...part }: Part,
): Promise<void> {
  const { facts, offer, datasetId } = sale;
  const acceptance = facts.acceptance?.terms ?? null;
  const purchase = await writePurchase(tx, config, { ...part, offer, acceptance });
  if (purchase !== null) return;
  const earlier = await findLivePurchaseOf(tx, part.buyer.accountId, offer.listing);
  const refusal = earlier === null ? null : earlierRefusal(earlier);
  throwRefusals(datasetRefusals([{ datasetId, refusals: refusal === null ? [] : [refusal] }]));
  const detail = `Dataset ${datasetId}: another purchase of this file has just ended.`;
  throw new MarketError("purchase_in_progress", detail);
}
