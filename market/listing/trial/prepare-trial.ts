import type { Database } from "../../../db/client.ts";
import { enqueueTwins, readTwins } from "../../../db/queries/catalogue/twins.ts";
import type { ListingRow } from "../../../db/queries/listings/listings.ts";
import { insertTrialFile } from "../../../db/queries/listings/trial-files.ts";
import type { Refusal } from "../../refusal.ts";
import { trialFaultDetails } from "./vocabulary.ts";

/** Enqueues the trial's file of the version on sale, unless it exists; a failed one is tried again. */
export async function prepareTrial(
  tx: Database,
  { id: listingId, currentUploadId: uploadId, trial, status }: ListingRow,
  now: Date,
): Promise<void> {
  if (trial === null || uploadId === null || status !== "active") return;
  await enqueueTwins(tx, uploadId, now);
  await insertTrialFile(tx, { listingId, uploadId, rows: trial.rows, createdAt: now, dueAt: now });
}

/** Why no rows can be drawn from this file; null if they can, or if nobody knows yet. */
export async function trialFileRefusal(tx: Database, uploadId: string): Promise<Refusal | null> {
  const { isPending, rows } = await readTwins(tx, uploadId);
  if (isPending !== false) return null;
  const [only] = rows;
  if (rows.length === 1 && only !== undefined && only.errorCode === null) return null;
  const { not_queryable: detail } = trialFaultDetails;
  return { code: "invalid_request", pointer: "/trial", detail };
}
