/** Every documented status of what operators call: keys, buying, purchases. */
import { eq } from "drizzle-orm";
import { waitingPurchases as waitingRows } from "../../../db/schema/index.ts";
import { waitingPurchases } from "../../../market/purchase/waiting/contract.ts";
import type { PurchaseState } from "../../../market/vocabulary.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { addCard, buy, newPayingBuyer } from "../../support/money.ts";
import { sharedClient } from "../../support/stripe.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

type Path = (world: World) => string;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };

const call =
  (method: string, path: Path, more: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path(w), { token: w.buyer.token, ...more });

/** What every route of an operator refuses alike. */
const operatorRefusals = (method: string, path: Path, more: Call = {}) => ({
  401: (w: World) => w.api.send(method, path(w), more),
  429: (w: World) => w.spentApi.send(method, path(w), { ...more, token: w.buyer.token }),
  500: (w: World) => w.brokenApi.send(method, path(w), { ...more, token: w.buyer.token }),
});

const wish = (w: World): Json => ({ payment_method_id: w.buyer.cardId });
const buyPath = (w: World) => `/datasets/${w.paidDatasetId}/buy`;

/** Sends about a new purchase, each of another file. */
async function onNew(
  w: World,
  state: PurchaseState,
  send: (id: string) => Promise<Answer>,
): Promise<Answer> {
  return send(await purchaseOf(w.market, await paidListing(w.market), state));
}

/** Asks the person about a new file, by a key that asks about everything. */
async function askNew(w: World): Promise<Answer> {
  const key = { confirm_above_cents: 0 };
  const asking = await newPayingBuyer(w.api, { stripe: await sharedClient() }, { key });
  const answer = await buy(w.api, asking, await paidListing(w.market));
  return Object.assign(answer, { token: asking.token });
}

function changeDrives(verb: "confirm" | "cancel", from: PurchaseState) {
  const path = (id: string) => `/purchases/${id}/${verb}`;
  const some = () => path(unknownId);
  const send = (w: World, id: string, extra: Call = {}) =>
    w.api.send("POST", path(id), { token: w.buyer.token, ...extra });
  return {
    200: (w: World) => onNew(w, from, (id) => send(w, id)),
    400: (w: World) => send(w, "7"),
    403: (w: World) => send(w, w.foreignPurchaseId),
    404: (w: World) => send(w, unknownId),
    409: (w: World) => onNew(w, "refunded", (id) => send(w, id)),
    413: call("POST", some, tooLarge),
    415: call("POST", some, asXml),
    ...operatorRefusals("POST", some),
  };
}

/** Sends about a new purchase that waits, with the key that has asked. */
async function onWaiting(w: World, send: (path: string, token: string) => Promise<Answer>) {
  const asked = (await askNew(w)) as Answer & { token: string };
  return send(`/waiting-purchases/${asked.body.id}`, asked.token);
}

const cancel = (w: World, path: string, token: string) =>
  w.api.send("POST", `${path}/cancel`, { token });

const waitingDrives = contractDrives(waitingPurchases, {
  listWaitingPurchases: { 200: call("GET", () => "/waiting-purchases?limit=1") },
  getWaitingPurchase: {
    200: (w) => onWaiting(w, (path, token) => w.api.send("GET", path, { token })),
  },
  cancelWaitingPurchase: {
    200: (w) => onWaiting(w, (path, token) => cancel(w, path, token)),
    409: (w) =>
      onWaiting(w, async (path, token) => {
        await w.api.db
          .update(waitingRows)
          .set({ state: "refused", endedAt: w.api.ctx.now() })
          .where(eq(waitingRows.id, path.split("/")[2] ?? ""));
        return cancel(w, path, token);
      }),
  },
});

export const purchaseDrives: Drives = {
  readOperator: {
    200: call("GET", () => "/operator/me"),
    400: call("GET", () => "/operator/me?full=true"),
    403: async (w) => w.api.send("GET", "/operator/me", { token: await w.suspendedKey() }),
    ...operatorRefusals("GET", () => "/operator/me"),
  },
  buyDataset: {
    201: (w) => buy(w.api, w.buyer, w.paidDatasetId),
    202: (w) => askNew(w),
    400: (w) => buy(w.api, w.buyer, w.datasetId),
    402: async (w) => {
      const stripe = await sharedClient();
      const poor = await newPayingBuyer(w.api, { stripe });
      const card = "pm_card_chargeCustomerFail";
      const { customerId } = poor;
      const of = { accountId: poor.owner.accountId, customerId, card };
      const cardId = await addCard(w.api, stripe, of);
      return buy(w.api, { ...poor, cardId }, w.paidDatasetId);
    },
    403: (w) => w.api.send("POST", buyPath(w), { token: w.readerToken, body: wish(w) }),
    404: (w) => buy(w.api, w.buyer, unknownId),
    409: (w) => w.whileBuyingIsHeld(buyPath(w), wish(w)),
    413: call("POST", buyPath, tooLarge),
    415: call("POST", buyPath, asXml),
    422: async (w) => {
      const headers = { "idempotency-key": "one-key-two-wishes" };
      await buy(w.api, w.buyer, w.paidDatasetId, { headers });
      return buy(w.api, w.buyer, w.paidDatasetId, { headers, body: { expected_price_cents: 1 } });
    },
    ...operatorRefusals("POST", buyPath, { body: {} }),
  },
  ...waitingDrives,
  listPurchases: {
    200: call("GET", () => "/purchases?limit=1"),
    400: call("GET", () => "/purchases?limit=0"),
    403: (w) => w.api.send("GET", "/purchases", { token: w.bidderToken }),
    ...operatorRefusals("GET", () => "/purchases"),
  },
  getPurchase: {
    200: (w) =>
      onNew(w, "in_escrow", (id) =>
        w.api.send("GET", `/purchases/${id}`, { token: w.buyer.token }),
      ),
    400: call("GET", () => "/purchases/7"),
    403: call("GET", (w) => `/purchases/${w.foreignPurchaseId}`),
    404: call("GET", () => `/purchases/${unknownId}`),
    ...operatorRefusals("GET", () => `/purchases/${unknownId}`),
  },
  getPurchaseDownloadUrl: {
    200: (w) =>
      onNew(w, "in_escrow", (id) =>
        w.api.send("GET", `/purchases/${id}/download-url`, { token: w.buyer.token }),
      ),
    400: call("GET", () => "/purchases/7/download-url"),
    403: call("GET", (w) => `/purchases/${w.foreignPurchaseId}/download-url`),
    404: call("GET", () => `/purchases/${unknownId}/download-url`),
    503: (w) =>
      onNew(w, "in_escrow", (id) =>
        w.storelessApi.send("GET", `/purchases/${id}/download-url`, { token: w.buyer.token }),
      ),
    ...operatorRefusals("GET", () => `/purchases/${unknownId}/download-url`),
  },
  cancelPurchase: changeDrives("cancel", "cancelled"),
  confirmPurchase: changeDrives("confirm", "in_escrow"),
};
