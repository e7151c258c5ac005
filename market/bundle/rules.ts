/** What a bundle may be, whether it can be bought, and how its price is split. Pure. */
import type { PurseState } from "../../db/vocabulary/purchase.ts";
import type { FieldFault } from "../errors.ts";
import { moneyText } from "../pricing.ts";
import type { Refusal } from "../refusal.ts";
import { BUNDLES_PER_AGENT_MAX } from "./limits.ts";

export const bundleStatuses = ["open", "unavailable", "ended"] as const;
export type BundleStatus = (typeof bundleStatuses)[number];

/** Of a bundle's one charge. After `paid`, each purchase has its own status. */
export const boughtBundleStates = [
  "payment_pending",
  "paid",
  "payment_failed",
  "cancelled",
  "expired",
  "refunded",
] as const;

export function boughtBundleState(state: PurseState): (typeof boughtBundleStates)[number] {
  return state === "in_escrow" || state === "released" ? "paid" : state;
}

type Dataset = { id: string; priceCents: number; isOnSale: boolean };

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, cents) => sum + cents, 0);

/** The price of its datasets one by one, in cents. */
export const separateCents = (datasets: readonly Pick<Dataset, "priceCents">[]): number =>
  sumOf(datasets.map(({ priceCents }) => priceCents));

type Bundle = { endedAt: Date | null; priceCents: number; datasets: readonly Dataset[] };

export function bundleStatus({ endedAt, priceCents, datasets }: Bundle): BundleStatus {
  if (endedAt !== null) return "ended";
  const isOnSale = datasets.every((dataset) => dataset.isOnSale);
  return isOnSale && separateCents(datasets) > priceCents ? "open" : "unavailable";
}

/** Why nobody can buy it, or null. */
export function bundleObstacle(bundle: Bundle, currency: string): string | null {
  const status = bundleStatus(bundle);
  if (status === "open") return null;
  if (status === "ended") return "Its seller has ended the bundle. Buy its datasets one by one.";
  const { priceCents, datasets } = bundle;
  const gone = datasets.find(({ isOnSale }) => !isOnSale);
  if (gone !== undefined) {
    return `Dataset ${gone.id} is not on sale at a fixed price now. Buy the others one by one.`;
  }
  return (
    `One by one its datasets cost ${moneyText(separateCents(datasets), currency)}, which is not ` +
    `more than the bundle's ${moneyText(priceCents, currency)}. Buy them one by one.`
  );
}

/** Why an agent with this many bundles that have not ended may not make another; null: it may. */
export function bundleCountRefusal(live: number): Refusal | null {
  if (live < BUNDLES_PER_AGENT_MAX) return null;
  const detail = `The agent has ${BUNDLES_PER_AGENT_MAX} bundles: end one first.`;
  return { code: "limit_reached", detail };
}

type NewDataset = Dataset & { sha256: string | null };

/** Faults of a new bundle by their place; empty: it may be made. Of `datasets`, null: not the seller's. */
export function bundleFaults(
  { priceCents, datasets }: { priceCents: number; datasets: readonly (NewDataset | null)[] },
  currency: string,
): FieldFault[] {
  const faults: FieldFault[] = datasets.flatMap((dataset, at) => {
    const pointer = `/dataset_ids/${at}`;
    if (dataset === null) {
      return { pointer, code: "unknown_dataset", detail: "The agent has no dataset with this id." };
    }
    if (!dataset.isOnSale) {
      const detail = "It is not on sale at a fixed price.";
      return { pointer, code: "not_on_sale", detail };
    }
    const same = datasets.findIndex((other) => other?.id === dataset.id);
    if (same < at) return { pointer, code: "repeated", detail: "It is in the list before." };
    const twin = datasets.find((other) => other?.sha256 === dataset.sha256);
    if (!twin || twin === dataset) return [];
    return { pointer, code: "identical_file", detail: `Dataset ${twin.id} has the same file.` };
  });
  if (faults.length > 0) return faults;
  const separate = separateCents(datasets.filter((dataset) => dataset !== null));
  if (priceCents < separate) return [];
  const detail = `It has to be less than the sum of the prices, ${moneyText(separate, currency)}.`;
  return [{ pointer: "/price_cents", code: "saves_nothing", detail }];
}

/**
 * The bundle's price split in proportion to the datasets' prices by largest remainder, each at least 1 cent;
 * the parts sum exactly to it. Both in cents; `priceCents` is at least the number of datasets.
 */
export function splitPrice(priceCents: number, prices: readonly number[]): number[] {
  const separate = BigInt(sumOf(prices));
  const scaled = prices.map((price) => BigInt(price) * BigInt(priceCents));
  const parts = scaled.map((amount) => Number(amount / separate));
  const remainders = scaled.map((amount) => amount % separate);
  const byRemainder = prices
    .map((_, at) => at)
    .sort((a, b) => Number((remainders[b] ?? 0n) - (remainders[a] ?? 0n)) || a - b);
  const left = priceCents - sumOf(parts);
  for (const at of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  for (const [at, part] of parts.entries()) {
    if (part > 0) continue;
    const largest = parts.indexOf(Math.max(...parts));
    parts[largest] = (parts[largest] ?? 0) - 1;
    parts[at] = 1;
  }
  return parts;
}

const ofOrder = "/payment_method_id";

/** The refusals of each dataset, with its id in words; those of the whole order once. */
export function datasetRefusals(
  found: readonly { datasetId: string; refusals: readonly Refusal[] }[],
): Refusal[] {
  const all = found.flatMap(({ datasetId, refusals }) =>
    refusals.map((refusal) =>
      refusal.pointer === ofOrder
        ? refusal
        : { ...refusal, pointer: "{id}", detail: `Dataset ${datasetId}: ${refusal.detail}` },
    ),
  );
  return all.filter(
    (refusal, at) =>
      refusal.pointer !== ofOrder || all.findIndex(({ pointer }) => pointer === ofOrder) === at,
  );
}

type Order = {
  bundle: Bundle;
  expectedPriceCents: number | undefined;
  currency: string;
};

/** Why this order of a bundle is refused, apart from its datasets and the key's limits. */
export function orderRefusals({ bundle, expectedPriceCents, currency }: Order): Refusal[] {
  const obstacle = bundleObstacle(bundle, currency);
  const { priceCents } = bundle;
  const refusals: Refusal[] = [];
  if (obstacle !== null) {
    refusals.push({ code: "bundle_not_available", pointer: "{id}", detail: obstacle });
  }
  if (expectedPriceCents !== undefined && expectedPriceCents !== priceCents) {
    refusals.push({
      code: "price_changed",
      pointer: "/expected_price_cents",
      currentPriceCents: priceCents,
      detail:
        `The bundle's price is ${moneyText(priceCents, currency)}, not ` +
        `${moneyText(expectedPriceCents, currency)}.`,
    });
  }
  return refusals;
}
