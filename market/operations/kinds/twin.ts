/** Parquet copies that no worker takes, or that could not be made. */
import { notifyListingChange } from "../../../db/queries/catalogue/twins.ts";
import {
  abandonTwinJob,
  findTwinJob,
  listFailedTwins,
  listOverdueTwins,
  lockTwinJob,
  reviveTwinJob,
  type TwinJobRow,
} from "../../../db/queries/operations/twins.ts";
import { stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

const lookedAtMax = 200;
const abandoned = "An administrator of the marketplace ended the tries.";

export const twinJobs: KindOfJob = {
  async list(db, { now, rowsMax }) {
    const dueBefore = new Date(now.getTime() - stuckAfterSeconds.twin * 1000);
    const [overdue, failed] = await Promise.all([
      listOverdueTwins(db, { dueBefore, rowsMax: rowsMax + 1 }),
      listFailedTwins(db, { lookedAtMax, rowsMax: rowsMax + 1 }),
    ]);
    const parts = [overdue, failed].map((rows) => rows.map((row) => view(row, now)));
    return foundOf(parts, rowsMax);
  },

  async find(db, id, { now }) {
    const row = await findTwinJob(db, id);
    return row === null ? null : view(row, now);
  },

  async lock(tx, id, { now }) {
    const row = await lockTwinJob(tx, id);
    return row === null ? null : view(row, now);
  },

  async retry(tx, { id, listingId }, { now }) {
    await reviveTwinJob(tx, id, now);
    if (listingId !== null) await notifyListingChange(tx, listingId);
  },

  /** A worker that still runs it finds that it lost the job. */
  async giveUp(tx, { id, listingId }, { now }) {
    await abandonTwinJob(tx, id, { detail: abandoned, now });
    if (listingId !== null) await notifyListingChange(tx, listingId);
  },
};

function view(row: TwinJobRow, now: Date): StuckJob {
  const { id, title, dueAt, attempts, finishedAt, failure, listingId } = row;
  return {
    kind: "twin",
    id,
    standing: standingOf(row, now),
    label: title,
    since: dueAt ?? finishedAt ?? now,
    tries: attempts,
    nextTryAt: dueAt,
    detail: failure,
    hold: null,
    listingId,
    subject: { subjectKind: "upload", subjectId: id },
  };
}

/** A worker that takes a job moves its due time and counts the try. */
function standingOf({ dueAt, attempts, failure }: TwinJobRow, now: Date): StuckJob["standing"] {
  if (dueAt === null) return failure === null ? "ended" : "failed";
  return dueAt > now && attempts > 0 ? "running" : "waiting";
}
