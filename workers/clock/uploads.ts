/**
 * Clock tasks for uploads and drafts: queues lost jobs again, and ends unused uploads and drafts.
 */

import { backfillTwins } from "../../market/catalogue/twin/take-twin-job.ts";
import { expireDrafts } from "../../market/listing/expiry/expire-drafts.ts";
import { warnOfExpiringDrafts } from "../../market/listing/expiry/warn-of-expiring-drafts.ts";
import { purgeUnusedFiles } from "../../market/listing/purge-unused-files.ts";
import { requeueStalledUploads } from "../../market/listing/requeue-stalled-uploads.ts";
import { supersedeTrialFiles } from "../../market/listing/trial/supersede-trial-files.ts";
import { lookAtUploads } from "../../market/listing/upload/look-at-uploads.ts";
import { sweepUnfinishedUploads } from "../../market/listing/upload/sweep-unfinished-uploads.ts";
import { hourSeconds } from "../../platform/time.ts";
import type { ClockTask } from "./task.ts";

const batch = { rowsMax: 100 };

export const uploadClockTasks: ClockTask[] = [
  {
    name: "requeue_stalled_uploads",
    everySeconds: 10,
    run: ({ ctx, bus }) => requeueStalledUploads(ctx, bus, batch),
  },
  { name: "owe_older_twins", everySeconds: 60, run: ({ ctx }) => backfillTwins(ctx) },
  { name: "look_at_uploads", everySeconds: 60, run: ({ ctx }) => lookAtUploads(ctx) },
  {
    name: "supersede_trial_files",
    everySeconds: 60,
    run: ({ ctx }) => supersedeTrialFiles(ctx, batch),
  },
  { name: "purge_unused_files", everySeconds: 5, run: ({ ctx }) => purgeUnusedFiles(ctx) },
  {
    name: "warn_of_expiring_drafts",
    everySeconds: 30,
    run: ({ ctx }) => warnOfExpiringDrafts(ctx),
  },
  { name: "expire_drafts", everySeconds: 30, run: ({ ctx }) => expireDrafts(ctx) },
  {
    name: "sweep_storage",
    everySeconds: hourSeconds,
    run: ({ ctx }) => sweepUnfinishedUploads(ctx),
  },
];
