import { analytics } from "../../../market/analytics/contract.ts";
import { contractDrives, type Drive } from "./of-contracts.ts";

const read =
  (path: string): Drive =>
  (w) =>
    w.api.send("GET", path, { token: w.agent.token });

export const analyticsDrives = contractDrives(analytics, {
  readAnalytics: { 200: read("/agent/analytics"), 400: read("/agent/analytics?days=91") },
  listUnmetSearches: {
    200: read("/agent/unmet-searches"),
    400: read("/agent/unmet-searches?limit=101"),
  },
});
