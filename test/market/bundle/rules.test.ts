import { expect, test } from "bun:test";
import { BUNDLES_PER_AGENT_MAX } from "../../../market/bundle/limits.ts";
import {
  bundleCountRefusal,
  bundleFaults,
  bundleObstacle,
  bundleStatus,
  datasetRefusals,
  orderRefusals,
  splitPrice,
} from "../../../market/bundle/rules.ts";

const splits: [priceCents: number, prices: number[], parts: number[]][] = [
  [1500, [1000, 1000], [750, 750]],
  [1501, [1000, 1000], [751, 750]],
  [100, [100, 100, 100], [34, 33, 33]],
  [101, [100, 100, 100], [34, 34, 33]],
  [900, [700, 300], [630, 270]],
  // 33.33, 16.67 and 50.00: the largest remainder gets the cent.
  [100, [200, 100, 300], [33, 17, 50]],
  // No part is nothing: the largest gives a cent.
  [50, [99_999_999, 50], [49, 1]],
  [50, [99_999_999, 50, 50, 50, 50, 50, 50, 50, 50, 50], [41, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
  [99_999_999, [99_999_999, 99_999_999], [50_000_000, 49_999_999]],
];

test.each(splits)("%d cents over %p are %p", (priceCents, prices, parts) => {
  expect(splitPrice(priceCents, prices)).toEqual(parts);
});

test("whatever the prices, the parts sum to the bundle's price, and each is between 1 cent and its own", () => {
  let seed = 7;
  const random = (max: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % max;
  };
  for (let round = 0; round < 2000; round += 1) {
    const size = 2 + random(9);
    const prices = Array.from({ length: size }, () => 50 + random(10 ** (2 + random(6))));
    const sum = prices.reduce((total, cents) => total + cents, 0);
    const priceCents = 50 + random(sum - 50);
    const parts = splitPrice(priceCents, prices);
    expect(parts.reduce((total, cents) => total + cents, 0)).toBe(priceCents);
    expect(parts.every((cents, at) => cents >= 1 && cents <= (prices[at] ?? 0))).toBe(true);
  }
});

const dataset = (id: string, given: object = {}) => {
  return { id, priceCents: 1000, isOnSale: true, sha256: id, ...given };
};
const now = new Date();
const [a, b] = [dataset("a"), dataset("b")];
const gone = dataset("b", { isOnSale: false });

test.each([
  ["open", { endedAt: null, priceCents: 1999, datasets: [a, b] }, null],
  ["unavailable", { endedAt: null, priceCents: 2000, datasets: [a, b] }, "cost $20.00"],
  ["unavailable", { endedAt: null, priceCents: 2500, datasets: [a, b] }, "bundle's $25.00"],
  ["unavailable", { endedAt: null, priceCents: 1500, datasets: [a, gone] }, "Dataset b is not"],
  ["ended", { endedAt: now, priceCents: 1500, datasets: [a, b] }, "ended"],
] as const)("a bundle is %s", (status, bundle, words) => {
  expect(bundleStatus(bundle)).toBe(status);
  const obstacle = bundleObstacle(bundle, "usd");
  if (words === null) expect(obstacle).toBeNull();
  else expect(obstacle).toContain(words);
});

test.each([
  ["nothing", 1500, [a, b], []],
  ["a dataset of somebody else", 1500, [a, null], [["/dataset_ids/1", "unknown_dataset"]]],
  ["one that is not on sale", 1500, [a, gone], [["/dataset_ids/1", "not_on_sale"]]],
  ["one twice", 1500, [a, a], [["/dataset_ids/1", "repeated"]]],
  [
    "one file twice",
    1500,
    [a, dataset("c", { sha256: "a" })],
    [["/dataset_ids/1", "identical_file"]],
  ],
  ["no saving", 2000, [a, b], [["/price_cents", "saves_nothing"]]],
] as const)("a new bundle has %s wrong", (_what, priceCents, datasets, faults) => {
  const found = bundleFaults({ priceCents, datasets }, "usd");
  expect(found.map(({ pointer, code }) => [pointer, code])).toEqual(faults as never);
});

test("a refusal names its dataset, and one of the card is said once", () => {
  const card = {
    code: "payment_method_unknown",
    pointer: "/payment_method_id",
    detail: "No card.",
  } as const;
  const bought = { code: "already_purchased", pointer: "{id}", detail: "Bought." } as const;
  expect(
    datasetRefusals([
      { datasetId: "a", refusals: [card] },
      { datasetId: "b", refusals: [bought, card] },
    ]),
  ).toEqual([card, { ...bought, detail: "Dataset b: Bought." }]);
});

test("an order at another price than the buyer saw is refused with the present one", () => {
  const bundle = { endedAt: null, priceCents: 1500, datasets: [a, b] };
  const order = (expectedPriceCents: number | undefined) =>
    orderRefusals({ bundle, expectedPriceCents, currency: "usd" });
  expect(order(1500)).toEqual([]);
  expect(order(undefined)).toEqual([]);
  expect(order(1400)).toMatchObject([{ code: "price_changed", currentPriceCents: 1500 }]);
});

test("an agent makes bundles up to the limit of those that have not ended", () => {
  expect(bundleCountRefusal(BUNDLES_PER_AGENT_MAX - 1)).toBeNull();
  expect(bundleCountRefusal(BUNDLES_PER_AGENT_MAX)?.code).toBe("limit_reached");
});
