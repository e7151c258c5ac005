/** Every documented status of disputes: opened and read by buyers, read and answered by sellers. */
import { v7 } from "uuid";
import type { Answer, Call, Json } from "../../support/api.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const complaint = { reason: "other", detail: "It is empty." };
const attachments = [{ name: "rows.csv", content: "eWVhcixyb3dzCjIwMTMsMTIK" }];
const answer = { text: "It has 150 rows." };

const tooLarge: Call = { body: "x".repeat(3_200_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };

const ofPurchase = (id: string) => `/purchases/${id}/dispute`;
const ofSale = (id: string) => `/agent/sales/${id}/dispute`;
const answersOf = (id: string) => `${ofSale(id)}/answers`;

/** One of the world's agent, held in escrow. */
const newSale = async (w: World) => purchaseOf(w.market, await paidListing(w.market));

async function newDispute(w: World): Promise<string> {
  const id = await newSale(w);
  await w.api.send("POST", ofPurchase(id), { token: w.buyer.token, body: complaint });
  return id;
}

type Side = (w: World) => string;
const buyer: Side = (w) => w.buyer.token;
const seller: Side = (w) => w.market.seller.token;

const send =
  (side: Side, method: string, path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: side(w), ...call });

const refusals = (side: Side, method: string, path: string, call: Call = {}) => ({
  401: (w: World) => w.api.send(method, path, call),
  429: (w: World) => w.spentApi.send(method, path, { ...call, token: side(w) }),
  500: (w: World) => w.brokenApi.send(method, path, { ...call, token: side(w) }),
});

const bodyRefusals = (side: Side, path: string) => ({
  413: send(side, "POST", path, tooLarge),
  415: send(side, "POST", path, asXml),
});

const reused =
  (side: Side, bodies: [Json, Json], pathOf: (w: World) => Promise<string>): Drive =>
  async (w) => {
    const path = await pathOf(w);
    const headers = { "idempotency-key": v7() };
    await w.api.send("POST", path, { token: side(w), headers, body: bodies[0] });
    return w.api.send("POST", path, { token: side(w), headers, body: bodies[1] });
  };

/** With files, while the store does not answer. */
const storeless =
  (side: Side, body: Json, pathOf: (w: World) => Promise<string>): Drive =>
  async (w) =>
    w.storelessApi.send("POST", await pathOf(w), {
      token: side(w),
      body: { ...body, attachments },
    });

export const disputeDrives: Drives = {
  getPurchaseDispute: {
    200: async (w) => w.api.send("GET", ofPurchase(await newDispute(w)), { token: w.buyer.token }),
    400: send(buyer, "GET", ofPurchase("7")),
    403: (w) => w.api.send("GET", ofPurchase(w.foreignPurchaseId), { token: w.buyer.token }),
    404: send(buyer, "GET", ofPurchase(unknownId)),
    409: async (w) => w.api.send("GET", ofPurchase(await newSale(w)), { token: w.buyer.token }),
    ...refusals(buyer, "GET", ofPurchase(unknownId)),
  },
  getSaleDispute: {
    200: async (w) => w.api.send("GET", ofSale(await newDispute(w)), { token: seller(w) }),
    400: send(seller, "GET", ofSale("7")),
    403: (w) => w.api.send("GET", ofSale(unknownId), { token: w.pendingAgent.token }),
    404: send(seller, "GET", ofSale(unknownId)),
    409: async (w) => w.api.send("GET", ofSale(await newSale(w)), { token: seller(w) }),
    ...refusals(seller, "GET", ofSale(unknownId)),
  },
  answerDispute: {
    200: async (w) =>
      w.api.send("POST", answersOf(await newDispute(w)), {
        token: seller(w),
        body: { ...answer, attachments },
      }),
    400: send(seller, "POST", answersOf("7"), { body: answer }),
    403: (w) =>
      w.api.send("POST", answersOf(unknownId), { token: w.pendingAgent.token, body: answer }),
    404: send(seller, "POST", answersOf(unknownId), { body: answer }),
    409: async (w) =>
      w.api.send("POST", answersOf(await newSale(w)), { token: seller(w), body: answer }),
    422: reused(seller, [answer, { text: "It has 151." }], async (w) =>
      answersOf(await newDispute(w)),
    ),
    503: storeless(seller, answer, async (w) => answersOf(await newDispute(w))),
    ...bodyRefusals(seller, answersOf(unknownId)),
    ...refusals(seller, "POST", answersOf(unknownId), { body: answer }),
  },
};
