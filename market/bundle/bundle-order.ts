/** An order of a bundle, for a buyer's request or for an owner's later approval: its facts, checks and rows. */
import type { Database } from "../../db/client.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { type BundleRow, holdBundle, readBundledIds } from "../../db/queries/bundles/bundles.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import { findContract } from "../../db/queries/listings/contract-checks.ts";
import { holdOffer, type Offer } from "../../db/queries/purchases/buying.ts";
import type { PurseRow } from "../../db/queries/purchases/charged.ts";
import { lockFileOfAccount } from "../../db/queries/purchases/identical-files.ts";
import type { Actor } from "../../db/vocabulary/actor.ts";
import type { AcceptanceTerms } from "../acceptance/schemas.ts";
import { keyRefusal, scopeRefusal, spendingWindows, spendRefusals } from "../account/rules.ts";
import type { Context } from "../context.ts";
import { MarketError } from "../errors.ts";
import { findLivePurchaseOf } from "../held-file/find-held-file.ts";
import { earlierRefusal } from "../held-file/rules.ts";
import { openPurse } from "../purchase/purse/open-purse.ts";
import { type BuyFacts, buyRefusals } from "../purchase/rules.ts";
import { gatherSale } from "../purchase/sale-facts.ts";
import { writePurchase } from "../purchase/write-purchase.ts";
import { listed, type Refusal, throwRefusals } from "../refusal.ts";
import { datasetRefusals, orderRefusals, splitPrice } from "./rules.ts";

type BundledSale = { datasetId: string; facts: BuyFacts; offer: Offer };

export type BundleOrder = {
  bundle: BundleRow;
  key: BuyFacts["key"];
  sales: BundledSale[];
  /** Why it is refused, apart from the owner's approval; empty if it is not. */
  refusals: Refusal[];
  now: Date;
};

type BundleRequest = {
  buyer: { accountId: string; apiKeyId: string };
  bundleId: string;
  paymentMethodId: string;
  expectedPriceCents: number | undefined;
  allowDuplicate: boolean | undefined;
  /** By dataset; or the promised contract of each. */
  acceptance: ReadonlyMap<string, AcceptanceTerms> | "promised";
};

/**
 * Locks the key, the listings and their bytes in fixed orders, then the bundle. Throws at once if the key may
 * not buy or there is no such bundle.
 */
export async function gatherBundle(
  tx: Database,
  ctx: Pick<Context, "now" | "config">,
  request: BundleRequest,
): Promise<BundleOrder> {
  const { buyer, bundleId } = request;
  const { CURRENCY: currency } = ctx.config;
  const ids = await readBundledIds(tx, bundleId);
  const held = await lockApiKey(tx, buyer.apiKeyId);
  if (held === null) throw new Error(`key ${buyer.apiKeyId} is gone`);
  const { key, account } = held;
  throwRefusals([keyRefusal(key, account, ctx.now()), scopeRefusal(key.scopes, ["purchase"])]);
  await lockDatasets(tx, buyer.accountId, ids);
  const bundle = await holdBundle(tx, bundleId);
  if (bundle === null) throw new MarketError("bundle_not_found", "No bundle has this id.");
  const now = ctx.now();
  const sales: BundledSale[] = [];
  for (const datasetId of ids) sales.push(await gather(tx, ctx, { request, datasetId }));
  const { priceCents } = bundle;
  const kept = { windows: spendingWindows(now), exceptWaitingOf: ids };
  const spentCents = await committedCents(tx, key, kept);
  const spend = { priceCents, category: "", spentCents, currency, now };
  const datasets = sales.map(({ datasetId, offer }) => ({
    id: datasetId,
    priceCents: offer.listing.priceCents,
    isOnSale: isOnSale(offer),
  }));
  const { expectedPriceCents } = request;
  const refusals = [
    ...orderRefusals({ bundle: { ...bundle, datasets }, expectedPriceCents, currency }),
    ...datasetRefusals(
      sales.map(({ datasetId, facts }) => ({ datasetId, refusals: buyRefusals(facts) })),
    ),
    // Its categories were checked with each dataset.
    ...listed(spendRefusals({ ...key, categories: [] }, spend)),
  ];
  return { bundle, key, sales, refusals, now };
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

/** The facts of one dataset, as if it were bought alone; amounts are judged for the whole bundle. */
async function gather(
  tx: Database,
  ctx: Pick<Context, "now" | "config">,
  { request, datasetId }: { request: BundleRequest; datasetId: string },
): Promise<BundledSale> {
  const acceptance = await acceptanceOf(tx, request, datasetId);
  const { facts, offer } = await gatherSale(tx, ctx, {
    buyer: request.buyer,
    datasetId,
    isBundled: true,
    body: {
      payment_method_id: request.paymentMethodId,
      allow_duplicate: request.allowDuplicate,
      ...(acceptance === undefined ? {} : { acceptance }),
    },
  });
  const key = { ...facts.key, maxPerPurchaseCents: null, budgetCents: null };
  return { datasetId, facts: { ...facts, key }, offer };
}

async function acceptanceOf(tx: Database, { acceptance }: BundleRequest, datasetId: string) {
  if (acceptance !== "promised") return acceptance.get(datasetId);
  const contract = await findContract(tx, datasetId);
  return contract?.terms === undefined ? undefined : ({ promised: true } as const);
}

/** `buyer` owns the key; `settleDueAt`: when the clock has to charge it, unless its opener already has. */
type Writing = {
  actor: Actor;
  buyer: { accountId: string; apiKeyId: string };
  paymentMethodId: string;
  settleDueAt: Date;
};

/** Writes the purse and its purchases as `payment_pending`, after all checks. */
export async function writeBundle(
  tx: Database,
  { config }: Pick<Context, "config">,
  { bundle, sales, now }: BundleOrder,
  opening: Writing,
): Promise<PurseRow> {
  const { id: bundleId, title, priceCents } = bundle;
  const purse = await openPurse(tx, {
    ...opening,
    now,
    kind: "bundle",
    bundleId,
    title,
    priceCents,
    currency: config.CURRENCY,
  });
  const parts = splitPrice(
    priceCents,
    sales.map(({ offer }) => offer.listing.priceCents),
  );
  for (const [at, sale] of sales.entries()) {
    await write(tx, config, { ...opening, now, purse, priceCents: parts[at] ?? 0, sale });
  }
  return purse;
}

type Part = Omit<Parameters<typeof writePurchase>[2], "offer" | "acceptance"> & {
  sale: BundledSale;
};

/** Throws if a concurrent purchase of another key came first. */
async function write(
  tx: Database,
  config: Context["config"],
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
