/** Every documented status of what a seller agent reads of its sales, earnings and payouts. */
import type { Answer } from "../../support/api.ts";
import type { World } from "./world.ts";

type Drive = (world: World) => Promise<Answer>;

/** What each of these addresses answers; `wrong` is a parameter that it refuses. */
function readingDrives(path: string, wrong: string): Record<number, Drive> {
  return {
    200: (w) => w.api.send("GET", path, { token: w.agent.token }),
    400: (w) => w.api.send("GET", `${path}?${wrong}`, { token: w.agent.token }),
    401: (w) => w.api.send("GET", path),
    403: (w) => w.api.send("GET", path, { token: w.pendingAgent.token }),
    429: (w) => w.spentApi.send("GET", path, { token: w.agent.token }),
    500: (w) => w.brokenApi.send("GET", path, { token: w.agent.token }),
  };
}

export const earningDrives: Record<string, Record<number, Drive>> = {
  listSales: readingDrives("/agent/sales", "status=payment_failed"),
  readEarnings: readingDrives("/agent/earnings", "by=buyer"),
  listPayouts: readingDrives("/agent/payouts", "cursor=7"),
};
