import { savedSearches } from "../../../market/saved-search/contract.ts";
import type { Answer, Call } from "../../support/api.ts";
import { newBuyer } from "../../support/market.ts";
import { changeOutdated, getHeld } from "./conditional.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";
import type { World } from "./world.ts";

const body = { name: "Weather", parameters: { query: "seattle weather", tags: ["a", "b"] } };

/** A saved search of a new operator. */
async function onNew(w: World, send: (own: { path: string; token: string }) => Promise<Answer>) {
  const { token } = await newBuyer(w.api);
  const saved = await w.api.send("POST", "/saved-searches", { token, body });
  return send({ path: `/saved-searches/${saved.body.id}`, token });
}

const own =
  (method: string, suffix = "", more: Call = {}): Drive =>
  (w) =>
    onNew(w, ({ path, token }) => w.api.send(method, `${path}${suffix}`, { token, ...more }));

export const savedSearchDrives = contractDrives(savedSearches, {
  createSavedSearch: {
    201: async (w) => {
      const { token } = await newBuyer(w.api);
      return w.api.send("POST", "/saved-searches", { token, body });
    },
    400: (w) => {
      const unknown = { name: "Weather", parameters: { categry: "text" } };
      return w.api.send("POST", "/saved-searches", { token: w.buyer.token, body: unknown });
    },
  },
  listSavedSearches: {
    200: (w) => onNew(w, ({ token }) => w.api.send("GET", "/saved-searches", { token })),
  },
  getSavedSearch: {
    200: own("GET"),
    304: (w) => onNew(w, ({ path, token }) => getHeld(w.api, path, token)),
  },
  updateSavedSearch: {
    200: own("PATCH", "", { body: { mail: "weekly" } }),
    412: (w) => onNew(w, ({ path, token }) => changeOutdated(w.api, path, token)),
  },
  deleteSavedSearch: { 200: own("DELETE") },
  listSearchMatches: { 200: own("GET", "/matches") },
});
