/** Imports and deliveries to buckets that no worker takes, and those that failed. */
import {
  type BucketDeliveryJobRow,
  findBucketDeliveryJob,
  findImportJob,
  type ImportJobRow,
  listFailedBucketDeliveries,
  listFailedImports,
  listOverdueBucketDeliveries,
  listOverdueImports,
  lockBucketDeliveryJob,
  lockImportJob,
  reviveBucketDelivery,
  reviveImport,
} from "../../../db/queries/operations/transfers.ts";
import { stateOf } from "../../listing/upload/upload-view.ts";
import { type JobKind, stuckAfterSeconds } from "../rules.ts";
import type { StuckJob } from "../schemas.ts";
import { foundOf, type KindOfJob } from "./kind.ts";

const lookedAtMax = 1000;

const dueBefore = (kind: JobKind, now: Date) =>
  new Date(now.getTime() - stuckAfterSeconds[kind] * 1000);

export const imports: KindOfJob = {
  async list(db, { now, rowsMax: shownMax }) {
    const rowsMax = shownMax + 1;
    const [overdue, failed] = await Promise.all([
      listOverdueImports(db, { dueBefore: dueBefore("import", now), rowsMax }),
      listFailedImports(db, { lookedAtMax, rowsMax }),
    ]);
    const parts = [overdue, failed].map((rows) => rows.map((row) => viewImport(row, now)));
    return foundOf(parts, shownMax);
  },

  async find(db, id, { now }) {
    const row = await findImportJob(db, id);
    return row === null ? null : viewImport(row, now);
  },

  async lock(tx, id, { now }) {
    const row = await lockImportJob(tx, id);
    return row === null ? null : viewImport(row, now);
  },

  async retry(tx, { id }, { now }) {
    await reviveImport(tx, id, now);
  },
};

export const bucketDeliveries: KindOfJob = {
  async list(db, { now, rowsMax: shownMax }) {
    const rowsMax = shownMax + 1;
    const [overdue, failed] = await Promise.all([
      listOverdueBucketDeliveries(db, { dueBefore: dueBefore("bucket_delivery", now), rowsMax }),
      listFailedBucketDeliveries(db, rowsMax),
    ]);
    const parts = [overdue, failed].map((rows) => rows.map((row) => viewDelivery(row, now)));
    return foundOf(parts, shownMax);
  },

  async find(db, id, { now }) {
    const row = await findBucketDeliveryJob(db, id);
    return row === null ? null : viewDelivery(row, now);
  },

  async lock(tx, id, { now }) {
    const row = await lockBucketDeliveryJob(tx, id);
    return row === null ? null : viewDelivery(row, now);
  },

  async retry(tx, { id }, { now }) {
    await reviveBucketDelivery(tx, id, now);
  },
};

function viewImport({ job, title, upload }: ImportJobRow, now: Date): StuckJob {
  const isOpen = upload === null || stateOf(upload) === "open";
  const hold =
    job.source === "" || !isOpen ? "Its seller has to start another import of the file." : null;
  const subject = { subjectKind: "listing", subjectId: job.listingId } as const;
  const { listingId } = job;
  return { ...common(job, now), kind: "import", label: title, hold, listingId, subject };
}

function viewDelivery({ job, title }: BucketDeliveryJobRow, now: Date): StuckJob {
  const subject = { subjectKind: "purchase", subjectId: job.purchaseId } as const;
  const shown = { kind: "bucket_delivery", label: title, hold: null, listingId: null } as const;
  return { ...common(job, now), ...shown, subject };
}

type Job = ImportJobRow["job"] | BucketDeliveryJobRow["job"];

function common(job: Job, now: Date) {
  const { id, failures, dueAt, errorDetail, createdAt, endedAt } = job;
  const standing = standingOf(job, now);
  const since = endedAt ?? (standing === "waiting" ? dueAt : null) ?? createdAt;
  return { id, standing, since, tries: failures, nextTryAt: dueAt, detail: errorDetail };
}

/** A running one whose lease is over waits for another worker. */
function standingOf({ state, dueAt }: Job, now: Date): StuckJob["standing"] {
  if (state === "failed") return "failed";
  if (state === "running" && dueAt !== null && dueAt > now) return "running";
  return state === "waiting" || state === "running" ? "waiting" : "ended";
}
