import { coupons } from "../../../market/coupon/contract.ts";
import { contractDrives } from "./of-contracts.ts";
import { unknownId, type World } from "./world.ts";

const made = (w: World, body: object = { percent_off: 10 }) =>
  w.api.send("POST", "/coupons", { token: w.agent.token, body });
const revoke = (w: World, id: unknown) =>
  w.api.send("POST", `/coupons/${id}/revoke`, { token: w.agent.token, body: {} });

export const couponDrives = contractDrives(coupons, {
  createCoupon: {
    201: (w) => made(w),
    404: (w) => made(w, { percent_off: 10, dataset_ids: [unknownId] }),
    409: async (w) => {
      const { code } = (await made(w)).body;
      return made(w, { code, percent_off: 10 });
    },
  },
  listCoupons: {
    200: async (w) => {
      await made(w);
      return w.api.send("GET", "/coupons", { token: w.agent.token });
    },
  },
  revokeCoupon: { 200: async (w) => revoke(w, (await made(w)).body.id) },
});
