/** Clock tasks for auctions: closes them, charges winners, and handles the results. */
import { chargeWinners } from "../../market/auction/closing/charge-winners.ts";
import {
  closeDueAuctions,
  closeIdleAuctions,
} from "../../market/auction/closing/close-due-auctions.ts";
import { followCharges, lapseOverdueAwards } from "../../market/auction/closing/follow-awards.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };

/** Each task uses one transaction per auction or award, and skips what another process has done. */
export const auctionClockTasks: ClockTask[] = [
  { name: "close_auctions", everySeconds: 1, run: ({ ctx }) => closeDueAuctions(ctx, batch) },
  {
    name: "close_idle_auctions",
    everySeconds: 10,
    run: ({ ctx }) => closeIdleAuctions(ctx, batch),
  },
  { name: "charge_winners", everySeconds: 1, run: ({ ctx }) => chargeWinners(ctx, batch) },
  { name: "follow_charges", everySeconds: 2, run: ({ ctx }) => followCharges(ctx, batch) },
  { name: "lapse_awards", everySeconds: 10, run: ({ ctx }) => lapseOverdueAwards(ctx, batch) },
];
