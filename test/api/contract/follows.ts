import { follows } from "../../../market/follow/contract.ts";
import { newBuyer } from "../../support/market.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const path = "/follows";

/** A new operator that follows the world's dataset. */
async function following(w: World) {
  const { token } = await newBuyer(w.api);
  const body = { dataset_id: w.datasetId };
  const answer = await w.api.send("POST", path, { token, body });
  return { token, answer };
}

export const followDrives = contractDrives(follows, {
  follow: {
    200: async (w) => (await following(w)).answer,
    400: (w) => w.api.send("POST", path, { token: w.buyer.token, body: {} }),
    404: (w) => {
      const body = { seller_id: unknownId };
      return w.api.send("POST", path, { token: w.buyer.token, body });
    },
  },
  listFollows: {
    200: async (w) => w.api.send("GET", path, { token: (await following(w)).token }),
  },
  unfollow: {
    200: async (w) => {
      const { token, answer } = await following(w);
      return w.api.send("DELETE", `${path}/${answer.body.id}`, { token });
    },
  },
});
