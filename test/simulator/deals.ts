/** Deals of more than one dataset. */
import { eq } from "drizzle-orm";
import { listings } from "../../db/schema/index.ts";
import { bundles } from "../../market/bundle/contract.ts";
import { BUNDLE_DATASETS_MAX, BUNDLE_DATASETS_MIN } from "../../market/bundle/limits.ts";
import { PAID_PRICE_CENTS_MIN } from "../../market/limits.ts";
import { purchases } from "../../market/purchase/contract.ts";
import {
  type ActsOf,
  anyBuyer,
  asBuyer,
  asSeller,
  ownerOf,
  paying,
  type Weighted,
} from "./acting.ts";
import type { Purchase, Snapshot } from "./snapshot.ts";
import type { World } from "./world.ts";

/** Mostly one that can still be bought. */
const anyBundle = ({ random }: World, seen: Snapshot) => {
  const isWild = random.happens(10);
  return random.pick(seen.bundles.filter(({ isOpen }) => isWild || isOpen));
};

export const ofBundles: ActsOf<typeof bundles> = {
  createBundle: {
    weight: 12,
    act: asSeller(bundles.createBundle, (world, seen) => {
      const { random } = world;
      const agentId = random.pick(world.sellers)?.agentId ?? "";
      const own = seen.plans.filter(
        ({ agent, listing }) => agent === agentId && world.listings.includes(listing),
      );
      const count = random.between(BUNDLE_DATASETS_MIN, Math.min(4, BUNDLE_DATASETS_MAX));
      const chosen = new Set<Snapshot["plans"][number]>();
      for (let left = count; left > 0; left -= 1) {
        const one = random.pick(own);
        if (one !== undefined) chosen.add(one);
      }
      if (chosen.size < BUNDLE_DATASETS_MIN) return null;
      const separate = [...chosen].reduce((sum, { price }) => sum + price, 0);
      const price_cents = random.between(
        PAID_PRICE_CENTS_MIN,
        Math.max(PAID_PRICE_CENTS_MIN, Math.min(separate + 20, 8_000)),
      );
      const dataset_ids = [...chosen].map(({ listing }) => listing);
      return { agentId, body: { title: "Several", price_cents, dataset_ids } };
    }),
  },
  listBundles: { leftOut: "reads what everybody sees" },
  getBundle: { leftOut: "reads what everybody sees" },
  endBundle: {
    weight: 1,
    act: asSeller(bundles.endBundle, (world, seen) => {
      const bundle = anyBundle(world, seen);
      return bundle === undefined ? null : { agentId: bundle.agent, params: { id: bundle.id } };
    }),
  },
  buyBundle: {
    weight: 30,
    act: asBuyer(bundles.buyBundle, (world, seen) => {
      const bundle = anyBundle(world, seen);
      if (bundle === undefined) return null;
      const buyer = anyBuyer(world);
      const expected = { expected_price_cents: bundle.price };
      const body = { ...paying(world, buyer), ...(world.random.happens(50) ? expected : {}) };
      return { buyer, params: { id: bundle.id }, body };
    }),
  },
};

export const dealings = {
  trial_bought: {
    weight: 12,
    act: asBuyer(purchases.buyDataset, (world, seen) => {
      const found = world.random.pick(
        seen.plans.filter(({ hasTrial, listing }) => hasTrial && world.listings.includes(listing)),
      );
      if (found === undefined) return null;
      const buyer = anyBuyer(world);
      const body = { ...paying(world, buyer), trial: true };
      return { buyer, params: { id: found.listing }, body };
    }),
  },
  whole_file_after_trial: {
    weight: 12,
    act: asBuyer(purchases.buyDataset, (world, seen) => {
      const isPaid = ({ state }: Purchase) => state === "in_escrow" || state === "released";
      const trial = world.random.pick(seen.purchases.filter((one) => one.isTrial && isPaid(one)));
      const buyer = trial === undefined ? undefined : ownerOf(world, trial.account);
      if (trial === undefined || buyer === undefined) return null;
      return { buyer, params: { id: trial.listing }, body: paying(world, buyer) };
    }),
  },
  price_changes: {
    weight: 3,
    act: async (world, seen) => {
      const { api, random, name } = world;
      const found = random.pick(
        seen.plans.filter(({ listing }) => world.listings.includes(listing)),
      );
      if (found === undefined) return null;
      const priceCents = random.between(PAID_PRICE_CENTS_MIN, 7_000);
      await api.db.update(listings).set({ priceCents }).where(eq(listings.id, found.listing));
      return `${name("l", found.listing)} ${priceCents}`;
    },
  },
} satisfies Record<string, Weighted>;
