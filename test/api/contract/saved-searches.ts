/** Every documented status of saved searches. */
import type { Answer, Call } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { whileKeyIsHeld } from "./held-key.ts";
import { unknownId, type World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;
type Drives = Record<string, Record<number, Drive>>;

const tooLarge: Call = { body: "x".repeat(300_000) };
const asXml: Call = { body: "<xml/>", headers: { "content-type": "application/xml" } };
const wish = { name: "Weather", parameters: { query: "seattle weather", tags: ["a", "b"] } };
const all = "/saved-searches";
const some = `${all}/${unknownId}`;
const change = { body: { mail: "weekly" } };

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

/** A saved search of an operator of its own. */
async function onNew(w: World, send: (own: { path: string; token: string }) => Promise<Answer>) {
  const { token } = await newBuyer(w.api);
  const { body } = await w.api.send("POST", all, { token, body: wish });
  return send({ path: `${all}/${body.id}`, token });
}

const own =
  (method: string, suffix = "", more: Call = {}): Drive =>
  (w) =>
    onNew(w, ({ path, token }) => w.api.send(method, `${path}${suffix}`, { token, ...more }));

export const savedSearchDrives: Drives = {
  createSavedSearch: {
    201: async (w) => {
      const { token } = await newBuyer(w.api);
      return w.api.send("POST", all, { token, body: wish });
    },
    400: call("POST", all, { body: { name: "Weather", parameters: { categry: "text" } } }),
    409: async (w) => {
      const { token, operator } = await newBuyer(w.api);
      return whileKeyIsHeld(w.api, `operator:${operator.apiKeyId}`, (headers) =>
        w.api.send("POST", all, { token, body: wish, headers }),
      );
    },
    422: async (w) => {
      const { token } = await newBuyer(w.api);
      const headers = { "idempotency-key": "one-key-two-searches" };
      await w.api.send("POST", all, { token, body: wish, headers });
      return w.api.send("POST", all, { token, body: { ...wish, name: "Another" }, headers });
    },
    ...bodyRefusals("POST", all),
    ...refusals("POST", all, { body: wish }),
  },
  listSavedSearches: {
    200: (w) => onNew(w, ({ token }) => w.api.send("GET", all, { token })),
    400: call("GET", `${all}?limit=0`),
    ...refusals("GET", all),
  },
  getSavedSearch: {
    200: own("GET"),
    304: (w) => onNew(w, ({ path, token }) => getHeld(w.api, path, token)),
    400: call("GET", `${all}/7`),
    404: call("GET", some),
    ...refusals("GET", some),
  },
  updateSavedSearch: {
    200: own("PATCH", "", change),
    400: call("PATCH", some, { body: { mail: "hourly" } }),
    404: call("PATCH", some, change),
    412: (w) => onNew(w, ({ path, token }) => changeOutdated(w.api, path, token)),
    ...bodyRefusals("PATCH", some),
    ...refusals("PATCH", some, change),
  },
  deleteSavedSearch: {
    200: own("DELETE"),
    400: call("DELETE", `${all}/7`),
    404: call("DELETE", some),
    ...refusals("DELETE", some),
  },
  listSearchMatches: {
    200: own("GET", "/matches"),
    400: call("GET", `${some}/matches?limit=0`),
    404: call("GET", `${some}/matches`),
    ...refusals("GET", `${some}/matches`),
  },
};
