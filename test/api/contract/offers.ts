/** Every documented status of what was won in auctions. */
import { eq } from "drizzle-orm";
import { insertAwards } from "../../../db/queries/auctions/awards.ts";
import { auctions, listings } from "../../../db/schema/index.ts";
import type { AwardState } from "../../../market/auction/rules.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { bid, hourMs, newAuction, setDefaultCard } from "../../support/auctions.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { type MoneyBuyer, newPayingBuyer } from "../../support/money.ts";
import { sharedClient } from "../../support/stripe.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const wish = (buyer: Pick<MoneyBuyer, "cardId">): Json => ({ payment_method_id: buyer.cardId });

/** What a closed auction left to the buyer, for another day. */
async function newOffer(
  w: World,
  buyer: MoneyBuyer,
  { state = "offered", isPaidBefore = false }: { state?: AwardState; isPaidBefore?: boolean } = {},
) {
  const { api } = w;
  await setDefaultCard(api, buyer.owner.accountId, buyer.cardId);
  const listingId = await newAuction(api, w.market.seller);
  const placed = await bid(api, buyer, listingId, 2_000);
  const now = api.ctx.now();
  await api.db.update(auctions).set({ closedAt: now }).where(eq(auctions.listingId, listingId));
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

const keyRefusals = (method: string, path: string, more: Call = {}) => ({
  401: (w: World) => w.api.send(method, path, more),
  429: (w: World) => w.spentApi.send(method, path, { ...more, token: w.buyer.token }),
  500: (w: World) => w.brokenApi.send(method, path, { ...more, token: w.buyer.token }),
});

type Fresh = { offerId: string; purchaseId: string };

/** `pathOf` makes the path of what is paid, of an offer or of the purchase that failed. */
function payDrives(pathOf: (fresh: Fresh) => string): Record<number, Drive> {
  const nowhere = pathOf({ offerId: unknownId, purchaseId: unknownId });
  const unpaid = { state: "unpaid", isPaidBefore: true } as const;
  const post = (w: World, path: string, call: Call = {}, buyer: MoneyBuyer = w.buyer) =>
    w.api.send("POST", path, { token: buyer.token, body: wish(buyer), ...call });
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
    403: (w) => post(w, nowhere, { token: w.readerToken }),
    404: (w) => post(w, nowhere),
    409: async (w) => {
      const lapsed = { ...unpaid, state: "lapsed" } as const;
      return post(w, pathOf(await newOffer(w, w.buyer, lapsed)));
    },
    413: (w) => post(w, nowhere, tooLarge),
    415: (w) => post(w, nowhere, asXml),
    422: async (w) => {
      const path = pathOf(await newOffer(w, w.buyer, unpaid));
      const headers = { "idempotency-key": "one-key-two-cards" };
      await post(w, path, { headers });
      return post(w, path, { headers, body: { payment_method_id: "pm_another" } });
    },
    ...keyRefusals("POST", nowhere, { body: {} }),
  };
}

const payPurchase = payDrives(({ purchaseId }) => `/purchases/${purchaseId}/pay`);

const decline = (w: World, id: string, call: Call = {}) =>
  w.api.send("POST", `/offers/${id}/decline`, { token: w.buyer.token, ...call });

export const offerDrives: Drives = {
  listOwnBids: {
    200: (w) => w.api.send("GET", "/bids", { token: w.buyer.token }),
    400: (w) => w.api.send("GET", "/bids?cursor=7", { token: w.buyer.token }),
    403: async (w) => w.api.send("GET", "/bids", { token: await w.suspendedKey() }),
    ...keyRefusals("GET", "/bids"),
  },
  listOffers: {
    200: async (w) => {
      await newOffer(w, w.buyer);
      return w.api.send("GET", "/offers", { token: w.buyer.token });
    },
    400: (w) => w.api.send("GET", "/offers?limit=0", { token: w.buyer.token }),
    403: async (w) => w.api.send("GET", "/offers", { token: await w.suspendedKey() }),
    ...keyRefusals("GET", "/offers"),
  },
  acceptOffer: payDrives(({ offerId }) => `/offers/${offerId}/accept`),
  declineOffer: {
    200: async (w) => decline(w, (await newOffer(w, w.buyer)).offerId),
    400: (w) => decline(w, "not-an-id"),
    403: (w) => decline(w, unknownId, { token: w.readerToken }),
    404: (w) => decline(w, unknownId),
    409: async (w) => decline(w, (await newOffer(w, w.buyer, { state: "unpaid" })).offerId),
    413: (w) => decline(w, unknownId, tooLarge),
    415: (w) => decline(w, unknownId, asXml),
    ...keyRefusals("POST", `/offers/${unknownId}/decline`),
  },
  payPurchase: {
    ...payPurchase,
    409: async (w) => {
      const id = await purchaseOf(w.market, await paidListing(w.market), "payment_failed");
      const call = { token: w.buyer.token, body: wish(w.buyer) };
      return w.api.send("POST", `/purchases/${id}/pay`, call);
    },
  },
};
