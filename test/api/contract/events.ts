import { events } from "../../../market/event/contract.ts";
import { webhooks } from "../../../market/webhook/contract.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const body = { url: "https://agents.example.com/market-events" };

const listEvents =
  (path: string, more: Call = {}): Drive =>
  (w) =>
    w.api.send("GET", path, { token: w.buyer.token, ...more });

type Own = { path: string; token: string };

/** A webhook of a new operator. */
async function onNew(w: World, send: (own: Own) => Promise<Answer>): Promise<Answer> {
  const { token } = await newBuyer(w.api);
  const made = await w.api.send("POST", "/webhooks", { token, body });
  return send({ path: `/webhooks/${made.body.id}`, token });
}

const own =
  (method: string, suffix = "", more: Call = {}): Drive =>
  (w) =>
    onNew(w, ({ path, token }) => w.api.send(method, `${path}${suffix}`, { token, ...more }));

/** A webhook with one pending delivery. */
async function onDelivery(w: World, send: (path: string, token: string) => Promise<Answer>) {
  return onNew(w, async ({ path, token }) => {
    await w.api.send("POST", `${path}/test`, { token });
    await fanOutEvents(w.api.ctx);
    const { body } = await w.api.send("GET", `${path}/deliveries`, { token });
    const [delivery] = body.items as Json[];
    return send(`${path}/deliveries/${delivery?.id}`, token);
  });
}

const disable = (w: World, { path, token }: Own) =>
  w.api.send("PATCH", path, { token, body: { enabled: false } });

export const eventDrives = {
  ...contractDrives(events, {
    listEvents: {
      200: listEvents("/events?limit=100"),
      400: listEvents("/events?after=7"),
    },
  }),
  ...contractDrives(webhooks, {
    createWebhook: {
      201: async (w) => {
        const { token } = await newBuyer(w.api);
        return w.api.send("POST", "/webhooks", { token, body });
      },
      400: (w) => {
        const inner = { url: "https://10.0.0.1/" };
        return w.api.send("POST", "/webhooks", { token: w.buyer.token, body: inner });
      },
    },
    listWebhooks: {
      200: (w) => onNew(w, ({ token }) => w.api.send("GET", "/webhooks", { token })),
    },
    getWebhook: {
      200: own("GET"),
      304: (w) => onNew(w, ({ path, token }) => getHeld(w.api, path, token)),
    },
    updateWebhook: {
      200: (w) => onNew(w, (own) => disable(w, own)),
      412: (w) => onNew(w, ({ path, token }) => changeOutdated(w.api, path, token)),
    },
    deleteWebhook: { 200: own("DELETE") },
    rotateWebhookSecret: { 200: own("POST", "/rotate-secret") },
    testWebhook: {
      202: own("POST", "/test"),
      409: (w) =>
        onNew(w, async (own) => {
          await disable(w, own);
          return w.api.send("POST", `${own.path}/test`, { token: own.token });
        }),
    },
    listWebhookDeliveries: {
      200: (w) =>
        onDelivery(w, (path, token) =>
          w.api.send("GET", path.replace(/\/[^/]+$/, "?status=pending"), { token }),
        ),
      400: own("GET", "/deliveries?status=lost"),
    },
    retryWebhookDelivery: {
      202: (w) => onDelivery(w, (path, token) => w.api.send("POST", `${path}/retry`, { token })),
      404: own("POST", `/deliveries/${unknownId}/retry`),
      409: (w) =>
        onDelivery(w, async (path, token) => {
          await disable(w, { path: path.replace(/\/deliveries\/.*/, ""), token });
          return w.api.send("POST", `${path}/retry`, { token });
        }),
    },
  }),
};
