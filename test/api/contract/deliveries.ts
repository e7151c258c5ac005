import { eq } from "drizzle-orm";
import { deliveryTargets } from "../../../db/schema/index.ts";
import { deliveries } from "../../../market/delivery/contract.ts";
import { paidListing, purchaseOf } from "../../support/market.ts";
import { testSmallBucket } from "../../support/small-bucket.ts";
import { contractDrives } from "./of-contracts.ts";
import type { World } from "./world.ts";

const bucket = await testSmallBucket();
const path = "/delivery-targets";

async function added(w: World): Promise<string> {
  const { operator, token } = w.buyer;
  await w.api.db.delete(deliveryTargets).where(eq(deliveryTargets.accountId, operator.accountId));
  const answer = await w.api.send("PUT", path, { token, body: bucket.body("own") });
  return String(answer.body.id);
}

export const deliveryDrives = contractDrives(deliveries, {
  putDeliveryTarget: {
    200: (w) => w.api.send("PUT", path, { token: w.buyer.token, body: bucket.body("own") }),
    409: (w) => {
      const body = { ...bucket.body("own"), endpoint: "http://127.0.0.1:9" };
      return w.api.send("PUT", path, { token: w.buyer.token, body });
    },
  },
  listDeliveryTargets: { 200: (w) => w.api.send("GET", path, { token: w.buyer.token }) },
  removeDeliveryTarget: {
    200: async (w) => w.api.send("DELETE", `${path}/${await added(w)}`, { token: w.buyer.token }),
  },
  listBucketDeliveries: {
    200: async (w) =>
      w.api.send("GET", `${path}/${await added(w)}/deliveries`, { token: w.buyer.token }),
  },
  deliverPurchase: {
    200: async (w) => {
      const id = await purchaseOf(w.market, await paidListing(w.market));
      const call = { token: w.buyer.token, body: { purchase_id: id } };
      return w.api.send("PUT", `${path}/${await added(w)}/deliveries`, call);
    },
  },
});
