import { earnings } from "../../../market/earnings/contract.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";

const read =
  (path: string): Drive =>
  (w) =>
    w.api.send("GET", path, { token: w.agent.token });

export const earningDrives = contractDrives(earnings, {
  listSales: {
    200: read("/agent/sales"),
    400: read("/agent/sales?status=payment_failed"),
  },
  readEarnings: { 200: read("/agent/earnings"), 400: read("/agent/earnings?by=buyer") },
  listPayouts: { 200: read("/agent/payouts"), 400: read("/agent/payouts?cursor=7") },
});
