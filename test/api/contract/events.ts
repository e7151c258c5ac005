/** Every documented status of events and webhooks. */
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import type { Answer, Call, Json } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { whileKeyIsHeld } from "./held-key.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const wish = { url: "https://agents.example.com/market-events" };
const some = `/webhooks/${unknownId}`;

const call =
  (method: string, path: string, more: Call = {}): Drive =>
  (w) =>
    w.api.send(method, path, { token: w.buyer.token, ...more });

/** What every route refuses alike. */
const refusals = (method: string, path: string, more: Call = {}) => ({
  401: (w: World) => w.api.send(method, path, more),
  403: (w: World) => w.api.send(method, path, { ...more, token: w.bidderToken }),
  429: (w: World) => w.spentApi.send(method, path, { ...more, token: w.buyer.token }),
  500: (w: World) => w.brokenApi.send(method, path, { ...more, token: w.buyer.token }),
});

const bodyRefusals = (method: string, path: string) => ({
  413: call(method, path, tooLarge),
  415: call(method, path, asXml),
});

type Own = { path: string; token: string; apiKeyId: string };

/** A webhook of an operator of its own. */
async function onNew(w: World, send: (own: Own) => Promise<Answer>): Promise<Answer> {
  const { token, operator } = await newBuyer(w.api);
  const { body } = await w.api.send("POST", "/webhooks", { token, body: wish });
  return send({ path: `/webhooks/${body.id}`, token, apiKeyId: operator.apiKeyId });
}

function whileItsKeyIsHeld(suffix: string): Drive {
  return (w) =>
    onNew(w, ({ path, token, apiKeyId }) =>
      whileKeyIsHeld(w.api, `operator:${apiKeyId}`, (headers) =>
        w.api.send("POST", `${path}${suffix}`, { token, headers }),
      ),
    );
}

/** A webhook with one delivery that is owed. */
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

const retryPath = `${some}/deliveries/${unknownId}/retry`;

export const eventDrives: Drives = {
  listEvents: {
    200: call("GET", "/events?limit=100"),
    400: call("GET", "/events?after=7"),
    ...refusals("GET", "/events"),
  },
  createWebhook: {
    201: async (w) => {
      const { token } = await newBuyer(w.api);
      return w.api.send("POST", "/webhooks", { token, body: wish });
    },
    400: call("POST", "/webhooks", { body: { url: "https://10.0.0.1/" } }),
    409: async (w) => {
      const { token, operator } = await newBuyer(w.api);
      return whileKeyIsHeld(w.api, `operator:${operator.apiKeyId}`, (headers) =>
        w.api.send("POST", "/webhooks", { token, body: wish, headers }),
      );
    },
    422: async (w) => {
      const { token } = await newBuyer(w.api);
      const headers = { "idempotency-key": "one-key-two-webhooks" };
      await w.api.send("POST", "/webhooks", { token, body: wish, headers });
      const body = { ...wish, description: "another" };
      return w.api.send("POST", "/webhooks", { token, body, headers });
    },
    ...bodyRefusals("POST", "/webhooks"),
    ...refusals("POST", "/webhooks", { body: wish }),
  },
  listWebhooks: {
    200: (w) => onNew(w, ({ token }) => w.api.send("GET", "/webhooks", { token })),
    400: call("GET", "/webhooks?limit=0"),
    ...refusals("GET", "/webhooks"),
  },
  getWebhook: {
    200: (w) => onNew(w, ({ path, token }) => w.api.send("GET", path, { token })),
    304: (w) => onNew(w, ({ path, token }) => getHeld(w.api, path, token)),
    400: call("GET", "/webhooks/7"),
    404: call("GET", some),
    ...refusals("GET", some),
  },
  updateWebhook: {
    200: (w) => onNew(w, (own) => disable(w, own)),
    400: call("PATCH", some, { body: { enabled: "no" } }),
    404: call("PATCH", some, { body: { enabled: false } }),
    412: (w) => onNew(w, ({ path, token }) => changeOutdated(w.api, path, token)),
    ...bodyRefusals("PATCH", some),
    ...refusals("PATCH", some, { body: { enabled: false } }),
  },
  deleteWebhook: {
    200: (w) => onNew(w, ({ path, token }) => w.api.send("DELETE", path, { token })),
    400: call("DELETE", "/webhooks/7"),
    404: call("DELETE", some),
    ...refusals("DELETE", some),
  },
  rotateWebhookSecret: {
    200: (w) =>
      onNew(w, ({ path, token }) => w.api.send("POST", `${path}/rotate-secret`, { token })),
    400: call("POST", "/webhooks/7/rotate-secret"),
    404: call("POST", `${some}/rotate-secret`),
    409: whileItsKeyIsHeld("/rotate-secret"),
    ...bodyRefusals("POST", `${some}/rotate-secret`),
    ...refusals("POST", `${some}/rotate-secret`),
  },
  testWebhook: {
    202: (w) => onNew(w, ({ path, token }) => w.api.send("POST", `${path}/test`, { token })),
    400: call("POST", "/webhooks/7/test"),
    404: call("POST", `${some}/test`),
    409: (w) =>
      onNew(w, async (own) => {
        await disable(w, own);
        return w.api.send("POST", `${own.path}/test`, { token: own.token });
      }),
    ...bodyRefusals("POST", `${some}/test`),
    ...refusals("POST", `${some}/test`),
  },
  listWebhookDeliveries: {
    200: (w) =>
      onDelivery(w, (path, token) =>
        w.api.send("GET", path.replace(/\/[^/]+$/, "?status=pending"), { token }),
      ),
    400: call("GET", `${some}/deliveries?status=lost`),
    404: call("GET", `${some}/deliveries`),
    ...refusals("GET", `${some}/deliveries`),
  },
  retryWebhookDelivery: {
    202: (w) => onDelivery(w, (path, token) => w.api.send("POST", `${path}/retry`, { token })),
    400: call("POST", `${some}/deliveries/7/retry`),
    404: (w) =>
      onNew(w, ({ path, token }) =>
        w.api.send("POST", `${path}/deliveries/${unknownId}/retry`, { token }),
      ),
    409: (w) =>
      onDelivery(w, async (path, token) => {
        const endpoint = path.replace(/\/deliveries\/.*/, "");
        await disable(w, { path: endpoint, token, apiKeyId: "" });
        return w.api.send("POST", `${path}/retry`, { token });
      }),
    ...bodyRefusals("POST", retryPath),
    ...refusals("POST", retryPath),
  },
};
