/**
 * Clock tasks for purchases: processes due settlements, and ends purchases whose time limit has
 * passed.
 */
import { settleDueBounties } from "../../market/bounty/settle-due-bounties.ts";
import { expireDuePrivateOffers } from "../../market/private-offer/expire-due-private-offers.ts";
import { driveDueSteps } from "../../market/purchase/chargeback/drive-steps.ts";
import { remindOfEvidence } from "../../market/purchase/chargeback/remind-of-evidence.ts";
import { sweepDisputeFiles } from "../../market/purchase/dispute/sweep-dispute-files.ts";
import { refundStaleDisputes } from "../../market/purchase/settlement/refund-stale-disputes.ts";
import { releaseDuePurchases } from "../../market/purchase/settlement/release-due-purchases.ts";
import { resumeEscrows } from "../../market/purchase/settlement/resume-escrows.ts";
import {
  settleDuePurchases,
  settleDuePurses,
} from "../../market/purchase/settlement/settle-due-purchases.ts";
import { expireDueWaitingPurchases } from "../../market/purchase/waiting/expire-due-waiting-purchases.ts";
import { evaluateDueDeliveries } from "../../market/query/acceptance/evaluate-deliveries.ts";
import { evaluateDueAcceptances } from "../../market/query/acceptance/evaluate-due.ts";
import { openQueries } from "../../platform/query/open-queries.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };

export const purchaseClockTasks: ClockTask[] = [
  { name: "settle_purchases", everySeconds: 1, run: settleDuePurchases },
  { name: "settle_purses", everySeconds: 1, run: settleDuePurses },
  { name: "drive_chargeback_steps", everySeconds: 1, run: driveDueSteps },
  { name: "remind_of_evidence", everySeconds: 600, run: ({ ctx }) => remindOfEvidence(ctx, batch) },
  {
    name: "evaluate_acceptances",
    everySeconds: 1,
    run: ({ ctx }) => evaluateDueAcceptances(ctx, openQueries(ctx.config), { rowsMax: 10 }),
  },
  {
    name: "evaluate_deliveries",
    everySeconds: 1,
    run: ({ ctx }) => evaluateDueDeliveries(ctx, openQueries(ctx.config), { rowsMax: 10 }),
  },
  { name: "settle_bounties", everySeconds: 1, run: ({ ctx }) => settleDueBounties(ctx, batch) },
  {
    name: "expire_waiting_purchases",
    everySeconds: 5,
    run: ({ ctx }) => expireDueWaitingPurchases(ctx, batch),
  },
  {
    name: "expire_private_offers",
    everySeconds: 10,
    run: ({ ctx }) => expireDuePrivateOffers(ctx, batch),
  },
  { name: "release_escrows", everySeconds: 5, run: ({ ctx }) => releaseDuePurchases(ctx, batch) },
  {
    name: "refund_stale_disputes",
    everySeconds: 60,
    run: ({ ctx }) => refundStaleDisputes(ctx, batch),
  },
  { name: "resume_escrows", everySeconds: 10, run: ({ ctx }) => resumeEscrows(ctx, batch) },
  {
    name: "sweep_dispute_files",
    everySeconds: 600,
    run: ({ ctx }) => sweepDisputeFiles(ctx),
  },
];
