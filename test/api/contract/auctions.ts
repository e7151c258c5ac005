/** Every documented status of auctions and of their awards. */
import { eq } from "drizzle-orm";
import { insertAwards } from "../../../db/queries/auctions/awards.ts";
import { auctions as auctionRows, listings } from "../../../db/schema/index.ts";
import type { AwardState } from "../../../db/vocabulary/auction.ts";
import { auctions } from "../../../market/auction/contract.ts";
import { findSeller } from "../../support/agents.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { bid, hourMs, newAuction, newBidder, setDefaultCard } from "../../support/auctions.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { type MoneyBuyer, newPayingBuyer } from "../../support/money.ts";
import { newSeller } from "../../support/operators.ts";
import { sharedClient } from "../../support/stripe.ts";
import { getHeld } from "./conditional.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const bidsOf = (id: string) => `/datasets/${id}/bids`;

/** A new auction, and a bidder in it. */
async function onNew(w: World, send: (id: string, token: string) => Promise<Answer>) {
  const bidder = await newBidder(w.api);
  return send(await newAuction(w.api, await newSeller(w.api)), bidder.token);
}

async function beyondBudget(w: World): Promise<Answer> {
  const bidder = await newBidder(w.api, { key: { max_per_purchase_cents: 1_500 } });
  return bid(w.api, bidder, await newAuction(w.api, await newSeller(w.api)), 2_000);
}

async function onNewBid(w: World, send: (path: string, token: string) => Promise<Answer>) {
  const bidder = await newBidder(w.api);
  const id = await newAuction(w.api, await newSeller(w.api));
  await bid(w.api, bidder, id, 2_000);
  const raised = await bid(w.api, bidder, id, 3_000);
  return send(`${bidsOf(id)}/${raised.body.id}`, bidder.token);
}

const retract = (w: World, path: string, token: string) =>
  w.api.send("DELETE", `${path}?reason=amount_mistyped`, { token });

/** Retracts a new bid in a new auction of the world's agent. */
async function releaseNew(w: World, times = 1): Promise<Answer> {
  const listingId = await newAuction(w.api, await findSeller(w.api, w.agent.email));
  const placed = await bid(w.api, await newBidder(w.api), listingId, 2_000);
  const path = `/listings/${listingId}/bids/${placed.body.id}`;
  const { token } = w.agent;
  for (let time = 1; time < times; time += 1) await w.api.send("DELETE", path, { token });
  return w.api.send("DELETE", path, { token });
}

type Left = { offerId: string; purchaseId: string };

/** An offer from an auction that closed, payable for another day. */
async function newOffer(
  w: World,
  buyer: MoneyBuyer,
  { state = "offered", isPaidBefore = false }: { state?: AwardState; isPaidBefore?: boolean } = {},
): Promise<Left> {
  const { api } = w;
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  const listingId = await newAuction(api, w.market.seller);
  const placed = await bid(api, buyer, listingId, 2_000);
  const now = api.ctx.now();
  await api.db
    .update(auctionRows)
    .set({ closedAt: now })
    .where(eq(auctionRows.listingId, listingId));
  const market = { ...w.market, buyer };
  const purchaseId = isPaidBefore ? await purchaseOf(market, listingId, "payment_failed") : null;
  await api.db.update(listings).set({ status: "sold" }).where(eq(listings.id, listingId));
  const [award] = await insertAwards(api.db, [
    {
      listingId,
      accountId: buyer.owner.accountId,
      bidId: String(placed.body.id),
      rank: 1,
      priceCents: 1_000,
      state,
      purchaseId,
      createdAt: now,
      updatedAt: now,
      dueAt: new Date(now.getTime() + 24 * hourMs),
    },
  ]);
  return { offerId: award?.id ?? "", purchaseId: purchaseId ?? "" };
}

const poorBuyer = async (w: World) =>
  newPayingBuyer(w.api, { stripe: await sharedClient() }, { card: "pm_card_chargeCustomerFail" });

const cardOf = (buyer: Pick<MoneyBuyer, "cardId">): Json => ({ payment_method_id: buyer.cardId });

/** `pathOf` gives the path that is paid: the offer's, or the failed purchase's. */
function payDrives(pathOf: (left: Left) => string): Record<number, Drive> {
  const unpaid = { state: "unpaid", isPaidBefore: true } as const;
  const post = (w: World, path: string, call: Call = {}, buyer: MoneyBuyer = w.buyer) =>
    w.api.send("POST", path, { token: buyer.token, body: cardOf(buyer), ...call });
  return {
    201: async (w) => post(w, pathOf(await newOffer(w, w.buyer, unpaid))),
    400: async (w) => {
      const path = pathOf(await newOffer(w, w.buyer, unpaid));
      return post(w, path, { body: { payment_method_id: "pm_of_nobody" } });
    },
    402: async (w) => {
      const poor = await poorBuyer(w);
      return post(w, pathOf(await newOffer(w, poor, unpaid)), {}, poor);
    },
    409: async (w) => {
      const lapsed = { ...unpaid, state: "lapsed" } as const;
      return post(w, pathOf(await newOffer(w, w.buyer, lapsed)));
    },
    422: async (w) => {
      const path = pathOf(await newOffer(w, w.buyer, unpaid));
      const headers = { "idempotency-key": "one-key-two-cards" };
      await post(w, path, { headers });
      return post(w, path, { headers, body: { payment_method_id: "pm_another" } });
    },
  };
}

const decline = (w: World, id: string) =>
  w.api.send("POST", `/offers/${id}/decline`, { token: w.buyer.token });

export const auctionDrives = contractDrives(auctions, {
  listIncrements: {
    200: (w) => w.api.send("GET", "/auctions/increments"),
    304: (w) => getHeld(w.api, "/auctions/increments"),
  },
  placeBid: {
    201: (w) =>
      onNew(w, (id, token) => w.api.send("POST", bidsOf(id), { token, body: { max_amount: 20 } })),
    400: async (w) => {
      await setDefaultCard(w.api, w.buyer.owner.accountId, w.buyer.cardId);
      return bid(w.api, w.buyer, w.paidDatasetId, 2_000);
    },
    402: beyondBudget,
    422: (w) =>
      onNew(w, async (id, token) => {
        const headers = { "idempotency-key": "one-key-two-bids" };
        const send = (body: Json) => w.api.send("POST", bidsOf(id), { token, headers, body });
        await send({ max_amount_cents: 2_000 });
        return send({ max_amount_cents: 3_000 });
      }),
  },
  listBids: {
    200: (w) =>
      onNew(w, async (id, token) => {
        await bid(w.api, { token }, id, 2_000);
        return w.api.send("GET", bidsOf(id), { token });
      }),
    400: (w) => w.api.send("GET", `${bidsOf(unknownId)}?limit=0`),
  },
  retractBid: {
    200: (w) => onNewBid(w, (path, token) => retract(w, path, token)),
    400: (w) => onNewBid(w, (path, token) => w.api.send("DELETE", path, { token })),
    409: (w) =>
      onNewBid(w, async (path, token) => {
        await retract(w, path, token);
        return retract(w, path, token);
      }),
  },
  releaseBid: { 200: (w) => releaseNew(w), 409: (w) => releaseNew(w, 2) },
  listOwnBids: {
    200: (w) => w.api.send("GET", "/bids", { token: w.buyer.token }),
    400: (w) => w.api.send("GET", "/bids?cursor=7", { token: w.buyer.token }),
  },
  listOffers: {
    200: async (w) => {
      await newOffer(w, w.buyer);
      return w.api.send("GET", "/offers", { token: w.buyer.token });
    },
  },
  acceptOffer: payDrives(({ offerId }) => `/offers/${offerId}/accept`),
  declineOffer: {
    200: async (w) => decline(w, (await newOffer(w, w.buyer)).offerId),
    409: async (w) => decline(w, (await newOffer(w, w.buyer, { state: "unpaid" })).offerId),
  },
  payPurchase: {
    ...payDrives(({ purchaseId }) => `/purchases/${purchaseId}/pay`),
    409: async (w) => {
      const id = await purchaseOf(w.market, await paidListing(w.market), "payment_failed");
      const call = { token: w.buyer.token, body: cardOf(w.buyer) };
      return w.api.send("POST", `/purchases/${id}/pay`, call);
    },
  },
});
