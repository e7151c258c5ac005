/** Every documented status of auctions. */

import { findSeller } from "../../support/agents.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { bid, newAuction, newBidder, setDefaultCard } from "../../support/auctions.ts";
import { newSeller } from "../../support/operators.ts";
import { whileKeyIsHeld } from "./held-key.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const amount = { max_amount_cents: 2_000 };
const bidsOf = (id: string) => `/datasets/${id}/bids`;

/** What every route with an operator's key refuses alike. */
const keyRefusals = (method: string, path: string, more: Call = {}) => ({
  429: (w: World) => w.spentApi.send(method, path, { ...more, token: w.buyer.token }),
  500: (w: World) => w.brokenApi.send(method, path, { ...more, token: w.buyer.token }),
});

const post =
  (path: string, call: Call = {}): Drive =>
  (w) =>
    w.api.send("POST", path, { token: w.bidderToken, ...call });

/** An auction of its own, and a bidder in it. */
async function onNew(w: World, send: (id: string, token: string) => Promise<Answer>) {
  const bidder = await newBidder(w.api);
  return send(await newAuction(w.api, await newSeller(w.api)), bidder.token);
}

async function whileBidIsHeld(w: World): Promise<Answer> {
  const bidder = await newBidder(w.api);
  const path = bidsOf(await newAuction(w.api, await newSeller(w.api)));
  return whileKeyIsHeld(w.api, `operator:${bidder.apiKeyId}`, (headers) =>
    w.api.send("POST", path, { token: bidder.token, body: amount, headers }),
  );
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

const retract = (w: World, path: string, token: string | undefined) =>
  w.api.send("DELETE", `${path}?reason=amount_mistyped`, { token });
const releasesOf = (id: string) => `/listings/${id}/bids`;
const someRelease = `${releasesOf(unknownId)}/${unknownId}`;

/** Releases a new bid of an auction of the world's own agent. */
async function releaseNew(w: World, times = 1): Promise<Answer> {
  const listingId = await newAuction(w.api, await findSeller(w.api, w.agent.email));
  const placed = await bid(w.api, await newBidder(w.api), listingId, 2_000);
  const path = `${releasesOf(listingId)}/${placed.body.id}`;
  const { token } = w.agent;
  for (let time = 1; time < times; time += 1) await w.api.send("DELETE", path, { token });
  return w.api.send("DELETE", path, { token });
}

const someBid = `${bidsOf(unknownId)}/${unknownId}`;
const someRetraction = `${someBid}?reason=amount_mistyped`;

export const auctionDrives: Drives = {
  listIncrements: {
    200: (w) => w.api.send("GET", "/auctions/increments"),
    304: async (w) => {
      const first = await w.api.send("GET", "/auctions/increments");
      const headers = { "if-none-match": String(first.headers.get("etag")) };
      return w.api.send("GET", "/auctions/increments", { headers });
    },
    400: (w) => w.api.send("GET", "/auctions/increments?currency=usd"),
    429: (w) => w.spentApi.send("GET", "/auctions/increments"),
  },
  placeBid: {
    201: (w) =>
      onNew(w, (id, token) => w.api.send("POST", bidsOf(id), { token, body: { max_amount: 20 } })),
    400: async (w) => {
      await setDefaultCard(w.api, w.buyer.owner.accountId, w.buyer.cardId);
      return bid(w.api, w.buyer, w.paidDatasetId, 2_000);
    },
    401: (w) => w.api.send("POST", bidsOf(unknownId), { body: amount }),
    402: beyondBudget,
    403: (w) => w.api.send("POST", bidsOf(unknownId), { token: w.readerToken, body: amount }),
    404: post(bidsOf(unknownId), { body: amount }),
    409: whileBidIsHeld,
    413: post(bidsOf(unknownId), tooLarge),
    415: post(bidsOf(unknownId), asXml),
    422: (w) =>
      onNew(w, async (id, token) => {
        const headers = { "idempotency-key": "one-key-two-bids" };
        const send = (body: Json) => w.api.send("POST", bidsOf(id), { token, headers, body });
        await send(amount);
        return send({ max_amount_cents: 3_000 });
      }),
    ...keyRefusals("POST", bidsOf(unknownId), { body: amount }),
  },
  listBids: {
    200: (w) =>
      onNew(w, async (id, token) => {
        await bid(w.api, { token }, id, 2_000);
        return w.api.send("GET", bidsOf(id), { token });
      }),
    400: (w) => w.api.send("GET", `${bidsOf(unknownId)}?limit=0`),
    404: (w) => w.api.send("GET", bidsOf(unknownId)),
    ...keyRefusals("GET", bidsOf(unknownId)),
  },
  retractBid: {
    200: (w) => onNewBid(w, (path, token) => retract(w, path, token)),
    400: (w) => onNewBid(w, (path, token) => w.api.send("DELETE", path, { token })),
    401: (w) => retract(w, someBid, undefined),
    403: (w) => retract(w, someBid, w.readerToken),
    404: (w) => retract(w, someBid, w.bidderToken),
    409: (w) =>
      onNewBid(w, async (path, token) => {
        await retract(w, path, token);
        return retract(w, path, token);
      }),
    ...keyRefusals("DELETE", someRetraction),
  },
  releaseBid: {
    200: (w) => releaseNew(w),
    400: (w) => w.api.send("DELETE", `${someRelease}?why=1`, { token: w.agent.token }),
    404: (w) => w.api.send("DELETE", someRelease, { token: w.agent.token }),
    409: (w) => releaseNew(w, 2),
    401: (w) => w.api.send("DELETE", someRelease),
    403: (w) => w.api.send("DELETE", someRelease, { token: w.pendingAgent.token }),
    429: (w) => w.spentApi.send("DELETE", someRelease, { token: w.agent.token }),
    500: (w) => w.brokenApi.send("DELETE", someRelease, { token: w.agent.token }),
  },
};
