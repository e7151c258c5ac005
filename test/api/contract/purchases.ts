/** Every documented status of the operators' calls: keys, buying, purchases. */
import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { waitingPurchases as waitingRows } from "../../../db/schema/index.ts";
import type { PurchaseState } from "../../../db/vocabulary/purchase.ts";
import type { SubscriptionState } from "../../../db/vocabulary/subscription.ts";
import { operators } from "../../../market/account/contract.ts";
import { purchases } from "../../../market/purchase/contract.ts";
import { attachmentsExample } from "../../../market/purchase/dispute/schemas.ts";
import { waitingPurchases } from "../../../market/purchase/waiting/contract.ts";
import { subscriptions } from "../../../market/subscription/contract.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { addCard, buy, newPayingBuyer } from "../../support/money.ts";
import { sharedClient } from "../../support/stripe.ts";
import { subscriptionOf } from "../../support/subscriptions.ts";
import { folderOnSale } from "./folders.ts";
import { contractDrives, type Drive, type Drives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

type Path = (world: World) => string;

const call =
  (method: string, path: Path, more: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path(w), { token: w.buyer.token, ...more });

/** Asks the person about a new file, with a key that always asks. */
async function askNew(w: World): Promise<Answer> {
  const key = { confirm_above_cents: 0 };
  const asking = await newPayingBuyer(w.api, { stripe: await sharedClient() }, { key });
  const answer = await buy(w.api, asking, await paidListing(w.market));
  return Object.assign(answer, { token: asking.token });
}

/** Calls an operation on a new purchase that waits for approval, with the key that asked. */
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

type Send = (method: string, path: string, call?: Call) => Promise<Answer>;

/** A call by the buyer. */
const sending =
  (act: (send: Send, w: World) => Promise<Answer>): Drive =>
  (w) =>
    act((method, path, more) => w.api.send(method, path, { token: w.buyer.token, ...more }), w);

/** A call on a new purchase, each of another file. */
const onNew = (method: string, suffix = "", state: PurchaseState = "in_escrow", body?: Json) =>
  sending(async (send, w) => {
    const id = await purchaseOf(w.market, await paidListing(w.market), state);
    return send(method, `/purchases/${id}${suffix}`, body === undefined ? {} : { body });
  });

/** A call on a bought folder. */
const ofFolder = (suffix: string) =>
  sending(async (send, w) => {
    const id = await purchaseOf(w.market, await folderOnSale(w, 1000));
    return send("GET", `/purchases/${id}${suffix}`);
  });

const onForeign = (method: string, suffix = "", more: Call = {}) =>
  sending((send, w) => send(method, `/purchases/${w.foreignPurchaseId}${suffix}`, more));

const complaint = { reason: "other", detail: "It is empty." };
const withFiles = { ...complaint, attachments: attachmentsExample };

/** A call while the store does not answer. */
const storeless = (drive: Drive): Drive => {
  return (w) => drive({ ...w, api: { ...w.api, send: w.storelessApi.send } });
};

const boughtDrives = contractDrives(purchases, {
  buyDataset: {
    201: async (w) => buy(w.api, w.buyer, await paidListing(w.market)),
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
  },
  listPurchases: { 200: call("GET", () => "/purchases?limit=1") },
  getPurchase: { 200: onNew("GET"), 403: onForeign("GET") },
  getPurchaseDownloadUrl: {
    200: onNew("GET", "/download-url"),
    403: onForeign("GET", "/download-url"),
    503: storeless(onNew("GET", "/download-url")),
  },
  listPurchaseFiles: { 200: ofFolder("/files"), 403: onForeign("GET", "/files") },
  getPurchaseManifest: { 302: ofFolder("/manifest"), 403: onForeign("GET", "/manifest") },
  getPurchaseReceipt: { 200: onNew("GET", "/receipt"), 403: onForeign("GET", "/receipt") },
  confirmPurchase: {
    200: onNew("POST", "/confirm"),
    403: onForeign("POST", "/confirm"),
    409: onNew("POST", "/confirm", "refunded"),
  },
  cancelPurchase: {
    200: onNew("POST", "/cancel", "cancelled"),
    403: onForeign("POST", "/cancel"),
    409: onNew("POST", "/cancel", "refunded"),
  },
  disputePurchase: {
    200: onNew("POST", "/dispute", "in_escrow", withFiles),
    403: onForeign("POST", "/dispute", { body: withFiles }),
    409: onNew("POST", "/dispute", "disputed", complaint),
    413: sending((send) =>
      send("POST", `/purchases/${unknownId}/dispute`, { body: "x".repeat(3_200_000) }),
    ),
    422: sending(async (send, w) => {
      const id = await purchaseOf(w.market, await paidListing(w.market));
      const headers = { "idempotency-key": v7() };
      await send("POST", `/purchases/${id}/dispute`, { headers, body: withFiles });
      return send("POST", `/purchases/${id}/dispute`, { headers, body: complaint });
    }),
    503: storeless(onNew("POST", "/dispute", "in_escrow", withFiles)),
  },
});

/** A call on a new subscription. */
const onSubscription = (method: string, more: Call = {}, state?: SubscriptionState) =>
  sending(async (send, w) => {
    const id = await subscriptionOf(w.market, await paidListing(w.market), state);
    return send(method, `/subscriptions/${id}`, more);
  });

const subscriptionDrives = contractDrives(subscriptions, {
  listSubscriptions: { 200: call("GET", () => "/subscriptions?limit=1") },
  getSubscription: { 200: onSubscription("GET") },
  updateSubscription: {
    200: onSubscription("PATCH", { body: { renewal: "off" } }),
    400: onSubscription("PATCH", { body: { payment_method_id: "pm_unknown" } }),
    409: onSubscription("PATCH", { body: { renewal: "on" } }, "ended"),
  },
});

export const purchaseDrives: Drives = {
  ...contractDrives(operators, {
    readOperator: {
      200: call("GET", () => "/operator/me"),
      403: async (w) => w.api.send("GET", "/operator/me", { token: await w.suspendedKey() }),
    },
  }),
  ...waitingDrives,
  ...subscriptionDrives,
  ...boughtDrives,
};
