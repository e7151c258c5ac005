/** Bundles, trials, private offers, gates and bounties. */
import { eq } from "drizzle-orm";
import { listings } from "../../db/schema/index.ts";
import { access } from "../../market/access/contract.ts";
import { bundles } from "../../market/bundle/contract.ts";
import { BUNDLE_DATASETS_MAX, BUNDLE_DATASETS_MIN } from "../../market/bundle/limits.ts";
import type { Op } from "../../market/contract/contract.ts";
import { PAID_PRICE_CENTS_MIN } from "../../market/limits.ts";
import { privateOffers } from "../../market/private-offer/contract.ts";
import { purchases } from "../../market/purchase/contract.ts";
import { dataRequests } from "../../market/request/contract.ts";
import { dayMs } from "../../platform/time.ts";
import {
  type Act,
  type ActsOf,
  anyBuyer,
  asBuyer,
  asSeller,
  ownerOf,
  paying,
  reads,
  type Weighted,
} from "./acting.ts";
import { drawContract } from "./inspector.ts";
import type { PrivateOffer, Purchase, Snapshot } from "./snapshot.ts";
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

/** A listing that is sold at a price. */
const anyPriced = ({ random, listings: ids }: World, seen: Snapshot) =>
  random.pick(seen.plans.filter(({ listing }) => ids.includes(listing)));

type MoveBody = (world: World, offer: PrivateOffer) => object;

/** A move in an offer in one of these states, mostly by the side that may make it. */
function moves(operation: Op, states: PrivateOffer["state"][], bodyOf: MoveBody = () => ({})): Act {
  return async (world, seen) => {
    const { random } = world;
    const offer = random.pick(seen.privateOffers.filter(({ state }) => states.includes(state)));
    const buyer = offer === undefined ? undefined : ownerOf(world, offer.account);
    if (offer === undefined || buyer === undefined) return null;
    // Who named the price withdraws it; the other side does all else.
    const isOther = (operation === privateOffers.withdrawPrivateOffer) !== random.happens(10);
    const target = { params: { id: offer.id }, body: bodyOf(world, offer) };
    return (offer.turn === "buyer") === isOther
      ? asSeller(operation, () => ({ ...target, agentId: offer.agent }))(world, seen)
      : asBuyer(operation, () => ({ ...target, buyer }))(world, seen);
  };
}

const lowered: MoveBody = ({ random }, { price }) => ({
  price_cents: Math.max(1, price - random.between(1, 300)),
  expires_in_hours: random.between(1, 90),
});

export const ofPrivateOffers: ActsOf<typeof privateOffers> = {
  createPrivateOffer: {
    weight: 10,
    act: asBuyer(privateOffers.createPrivateOffer, (world, seen) => {
      const { random } = world;
      const found = anyPriced(world, seen);
      if (found === undefined) return null;
      const price_cents = random.between(PAID_PRICE_CENTS_MIN - 5, found.price + 5);
      const body = { price_cents, expires_in_hours: random.between(1, 90) };
      return { buyer: anyBuyer(world), params: { id: found.listing }, body };
    }),
  },
  listPrivateOffers: reads(privateOffers.listPrivateOffers),
  getPrivateOffer: { leftOut: "reads what the list shows" },
  acceptPrivateOffer: { weight: 12, act: moves(privateOffers.acceptPrivateOffer, ["open"]) },
  counterPrivateOffer: {
    weight: 4,
    act: moves(privateOffers.counterPrivateOffer, ["open"], lowered),
  },
  declinePrivateOffer: { weight: 1, act: moves(privateOffers.declinePrivateOffer, ["open"]) },
  withdrawPrivateOffer: {
    weight: 2,
    act: moves(privateOffers.withdrawPrivateOffer, ["open", "accepted"]),
  },
};

export const ofAccess: ActsOf<typeof access> = {
  setGate: {
    weight: 3,
    act: asSeller(access.setGate, ({ random, listings: ids }, seen) => {
      const found = random.pick(seen.gates.filter(({ listing }) => ids.includes(listing)));
      if (found === undefined) return null;
      const questions = random.happens(70) ? ["What for?", "Who asks?"] : null;
      return { agentId: found.agent, params: { id: found.listing }, body: { questions } };
    }),
  },
  requestAccess: {
    weight: 6,
    act: asBuyer(access.requestAccess, (world, seen) => {
      const found = world.random.pick(seen.gates.filter(({ questions }) => questions !== null));
      if (found === undefined) return null;
      const answers = ["For a study.", "A student."];
      return { buyer: anyBuyer(world), params: { id: found.listing }, body: { answers } };
    }),
  },
  listAccessRequests: reads(access.listAccessRequests),
  decideAccess: {
    weight: 6,
    act: asSeller(access.decideAccess, ({ random }, seen) => {
      const isLive = ({ state }: Snapshot["accessRequests"][number]) =>
        state === "pending" || state === "approved";
      const isWild = random.happens(10);
      const request = random.pick(seen.accessRequests.filter((one) => isWild || isLive(one)));
      if (request === undefined) return null;
      const isApproved = request.state === "approved";
      const decision = isApproved ? "withdraw" : random.happens(70) ? "approve" : "decline";
      const body = { decision, ...(decision === "approve" ? {} : { reason: "Not now." }) };
      return { agentId: request.agent, params: { id: request.id }, body };
    }),
  },
};

/** A bounty that has not ended, sometimes an ended one, with its poster. */
const bountyOf = (world: World, seen: Snapshot) => {
  const isWild = world.random.happens(10);
  const bounty = world.random.pick(seen.bounties.filter(({ ended }) => isWild || ended === null));
  const buyer = bounty === undefined ? undefined : ownerOf(world, bounty.account);
  return bounty === undefined || buyer === undefined ? null : { bounty, buyer };
};

const bountyDays = [2, 5, 20] as const;

export const dealings = {
  bought_by_private_offer: {
    weight: 12,
    act: asBuyer(purchases.buyDataset, (world, seen) => {
      const offer = world.random.pick(
        seen.privateOffers.filter(({ state }) => state === "accepted"),
      );
      const buyer = offer === undefined ? undefined : ownerOf(world, offer.account);
      if (offer === undefined || buyer === undefined) return null;
      const body = { ...paying(world, buyer), private_offer_id: offer.id };
      return { buyer, params: { id: offer.listing }, body };
    }),
  },
  gated_dataset_bought: {
    weight: 6,
    act: asBuyer(purchases.buyDataset, (world, seen) => {
      const { random } = world;
      const isWild = random.happens(20);
      const request = random.pick(
        seen.accessRequests.filter(({ state }) => isWild || state === "approved"),
      );
      const buyer = request === undefined ? undefined : ownerOf(world, request.account);
      if (request === undefined || buyer === undefined) return null;
      return { buyer, params: { id: request.listing }, body: paying(world, buyer) };
    }),
  },
  bounty_posted: {
    weight: 8,
    act: asBuyer(dataRequests.postDataRequest, (world) => {
      const { random } = world;
      const buyer = anyBuyer(world);
      const expires = world.now() + (random.pick(bountyDays) ?? 2) * dayMs;
      const bounty = {
        acceptance: drawContract(random),
        prize_cents: random.between(PAID_PRICE_CENTS_MIN, 3_000),
        winners: random.between(1, 3),
        mode: random.happens(50) ? "first_to_pass" : "lowest_price",
        ...paying(world, buyer),
      };
      const expires_at = new Date(expires).toISOString();
      return { buyer, body: { title: "Wanted", description: "All of it.", expires_at, bounty } };
    }),
  },
  bounty_delivered: {
    weight: 20,
    act: async (world, seen) => {
      const { random } = world;
      const found = bountyOf(world, seen);
      const own = anyPriced(world, seen);
      if (found === null || own === undefined) return null;
      const price = { price_cents: random.between(PAID_PRICE_CENTS_MIN, found.bounty.prize + 5) };
      const body = { dataset_id: own.listing, ...(found.bounty.isLowest ? price : {}) };
      const target = { agentId: own.agent, params: { id: found.bounty.id }, body };
      return asSeller(dataRequests.answerDataRequest, () => target)(world, seen);
    },
  },
  bounty_closed: {
    weight: 1,
    act: asBuyer(dataRequests.closeDataRequest, (world, seen) => {
      const found = bountyOf(world, seen);
      return found && { buyer: found.buyer, params: { id: found.bounty.id } };
    }),
  },
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
      const found = anyPriced(world, seen);
      if (found === undefined) return null;
      const priceCents = random.between(PAID_PRICE_CENTS_MIN, 7_000);
      await api.db.update(listings).set({ priceCents }).where(eq(listings.id, found.listing));
      return `${name("l", found.listing)} ${priceCents}`;
    },
  },
} satisfies Record<string, Weighted>;
