/** Profile jobs of uploads that take too long, are postponed, or failed through our fault. */

import { enqueueJob } from "../../../db/queries/journal/journal.ts";
import { lockProfileJob, markListingUpdated } from "../../../db/queries/listings/profile-jobs.ts";
import { reopenUpload } from "../../../db/queries/listings/uploads.ts";
import {
  findUploadJob,
  listFailedUploads,
  listPostponedUploads,
  listSlowUploads,
  type UploadJobRow,
} from "../../../db/queries/operations/uploads.ts";
import { counted } from "../../counted.ts";
import { writeOutcome } from "../../listing/profile-outcome.ts";
import { serviceEndings, stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

/** The number of examined uploads that ended without a sample, latest first. */
const lookedAtMax = 1000;
/** A worker sends several heartbeats within this time. */
const silentSeconds = 90;

export const uploadJobs: KindOfJob = {
  async list(db, { now, rowsMax }) {
    const each = { rowsMax: rowsMax + 1 };
    const attachedBefore = new Date(now.getTime() - stuckAfterSeconds.upload * 1000);
    const [slow, postponed, failed] = await Promise.all([
      listSlowUploads(db, { ...each, attachedBefore }),
      listPostponedUploads(db, { ...each, attachedSince: attachedBefore }),
      listFailedUploads(db, { ...each, codes: [...serviceEndings], lookedAtMax }),
    ]);
    const parts = [slow, postponed, failed].map((rows) => rows.map((row) => view(row, now)));
    return foundOf(parts, rowsMax);
  },

  async find(db, id, { now }) {
    const row = await findUploadJob(db, id);
    return row === null ? null : view(row, now);
  },

  async lock(tx, id, at) {
    if ((await lockProfileJob(tx, id)) === null) return null;
    return await this.find(tx, id, at);
  },

  async retry(tx, { id, listingId }, { now }) {
    await reopenUpload(tx, id);
    if (listingId !== null) await markListingUpdated(tx, listingId, now);
    await enqueueJob(tx, "jobs.profile", { upload_id: id }, now);
  },

  /** Ends the job like a worker without tries left. A worker that still runs it finds it ended. */
  async giveUp(tx, { id: uploadId }, { admin: actor, now }) {
    const job = await lockProfileJob(tx, uploadId);
    if (job === null || job.slot === null) throw new Error("an upload vanished under its lock");
    const error = {
      code: "job_failed_repeatedly",
      detail:
        "The file could not be profiled: an administrator of the marketplace ended the tries.",
    };
    const none = { file: null, format: null, profile: null } as const;
    const outcome = { state: "no_sample", ...none, error } as const;
    const { listingId, slot, seller } = job;
    const ending = { actor, uploadId, listingId, slot, seller, outcome, facts: null };
    await writeOutcome(tx, { ...ending, makesTwins: false, now });
  },
};

function view(row: UploadJobRow, now: Date): StuckJob {
  const { id, title, attempts, serviceFailures, attachedAt, finishedAt, listingId } = row;
  const failures =
    serviceFailures > 0 ? `${counted(serviceFailures, "try", "tries")} failed on our side` : null;
  return {
    kind: "upload",
    id,
    standing: standingOf(row, now),
    label: title,
    since: finishedAt ?? attachedAt ?? now,
    tries: attempts + serviceFailures,
    nextTryAt: row.state === "attached" ? row.retryAt : null,
    detail: row.errorDetail ?? failures,
    hold: null,
    listingId,
    subject: { subjectKind: "upload", subjectId: id },
  };
}

function standingOf(row: UploadJobRow, now: Date): StuckJob["standing"] {
  const { state, heartbeatAt, errorCode, isUnpublished, purgedAt } = row;
  if (state === "attached") {
    const isSilent =
      heartbeatAt === null || now.getTime() - heartbeatAt.getTime() > silentSeconds * 1000;
    return isSilent ? "waiting" : "running";
  }
  const isOurs = serviceEndings.some((code) => code === errorCode);
  // A published file's profile never changes, because buyers have seen it.
  const canBegin = state === "no_sample" && isOurs && isUnpublished && purgedAt === null;
  return canBegin ? "failed" : "ended";
}
