import { collections } from "../../../market/collection/contract.ts";
import { newBuyer } from "../../support/market.ts";
import { changeOutdated } from "./conditional.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const path = "/collections";

/** A new operator with a public collection that holds the world's dataset. */
async function collecting(w: World) {
  const { token } = await newBuyer(w.api);
  const body = { title: "Rain in Europe", visibility: "public" };
  const made = await w.api.send("POST", path, { token, body });
  const own = `${path}/${made.body.id}`;
  const dataset = `${own}/datasets/${w.datasetId}`;
  const placed = await w.api.send("PUT", dataset, { token, body: { position: 1 } });
  return { token, made, own, dataset, placed };
}

export const collectionDrives = contractDrives(collections, {
  createCollection: {
    201: async (w) => (await collecting(w)).made,
    404: (w) => {
      const body = { title: "Rain", seller_id: unknownId };
      return w.api.send("POST", path, { token: w.buyer.token, body });
    },
  },
  listCollections: {
    200: async (w) => w.api.send("GET", path, { token: (await collecting(w)).token }),
  },
  getCollection: {
    200: async (w) => w.api.send("GET", (await collecting(w)).own),
  },
  updateCollection: {
    200: async (w) => {
      const { token, own } = await collecting(w);
      return w.api.send("PATCH", own, { token, body: { visibility: "private" } });
    },
    412: async (w) => {
      const { token, own } = await collecting(w);
      return changeOutdated(w.api, own, token);
    },
  },
  deleteCollection: {
    200: async (w) => {
      const { token, own } = await collecting(w);
      return w.api.send("DELETE", own, { token });
    },
  },
  listCollectionDatasets: {
    200: async (w) => w.api.send("GET", `${(await collecting(w)).own}/datasets`),
  },
  placeDataset: {
    200: async (w) => (await collecting(w)).placed,
  },
  removeDataset: {
    200: async (w) => {
      const { token, dataset } = await collecting(w);
      return w.api.send("DELETE", dataset, { token });
    },
  },
  listSellerCollections: {
    200: (w) => w.api.send("GET", `/sellers/${w.market.seller.agentId}/collections`),
  },
});
