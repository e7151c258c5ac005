import { notifyListingChange, storeTwins } from "../../../db/queries/catalogue/twins.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { endTrialUpload, moveTrialFile } from "../../../db/queries/listings/trial-files.ts";
import type { Stored } from "../../../db/stored.ts";
import type { SystemActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../context.ts";
import type { TrialJob } from "./take-trial-file.ts";
import { trialParquetPath } from "./trial-paths.ts";
import type { TrialFault } from "./vocabulary.ts";

type StoredObject = { byteSize: number; sha256: string };

/** The stored files with the drawn rows, or why there are none. */
export type DrawnTrial =
  | {
      outcome: "made";
      csv: StoredObject & { etag: string };
      parquet: StoredObject & { columns: Stored["twinColumn"][] };
    }
  | { outcome: "none"; code: TrialFault; detail: string };

const detailCharsMax = 1000;
const worker: SystemActor = { kind: "system", name: "trials" };

/** Ends the job, once, and only for the worker that holds it. False if it does not. */
export async function recordTrialFile(
  ctx: Context,
  job: TrialJob,
  drawn: DrawnTrial,
): Promise<boolean> {
  const now = ctx.now();
  return await ctx.db.transaction(async (tx) => {
    const isMade = drawn.outcome === "made";
    const ended = { state: isMade ? "ready" : "failed", dueAt: null, finishedAt: now } as const;
    const reason = isMade
      ? {}
      : { errorCode: drawn.code, errorDetail: drawn.detail.slice(0, detailCharsMax) };
    if (!(await moveTrialFile(tx, job, { ...ended, ...reason }))) return false;
    if (isMade) {
      const { csv, parquet } = drawn;
      const { byteSize, sha256, etag: objectEtag } = csv;
      await endTrialUpload(tx, job.id, {
        ...{ state: "trial", format: "csv", byteSize, sha256, objectEtag },
        ...{ attachedAt: now, finishedAt: now },
      });
      const { columns } = parquet;
      const twin = { tableName: null, isDefault: true, objectKey: trialParquetPath(job.id) };
      const size = { byteSize: parquet.byteSize, sha256: parquet.sha256, rowCount: job.rows };
      const row = { uploadId: job.id, position: 0, ...twin, ...size, columns };
      await storeTwins(tx, job.id, { rows: [row], now });
    } else {
      await endTrialUpload(tx, job.id, { finishedAt: now });
    }
    await notifyListingChange(tx, job.listingId);
    const subject = { subjectKind: "listing", subjectId: job.listingId } as const;
    const action = isMade ? "listing.trial_prepared" : "listing.trial_failed";
    const detail = { trial_file_id: job.id, upload_id: job.uploadId, rows: job.rows };
    const cause = isMade ? { sha256: drawn.csv.sha256 } : { code: drawn.code };
    const audit = { actor: worker, action, ...subject, detail: { ...detail, ...cause } };
    await writeAudit(tx, audit, now);
    return true;
  });
}
