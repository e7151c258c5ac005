import type { Database } from "../../db/client.ts";
import type { ListingRow } from "../../db/queries/listings/listings.ts";
import { findTrialFile } from "../../db/queries/listings/trial-files.ts";
import { type TrialFault, trialFaultDetails } from "../listing/trial/vocabulary.ts";
import type { DatasetDetail } from "./schemas.ts";

/** The trial of the version on sale; null if its seller offers none. */
export async function viewTrial(
  db: Database,
  { trial, currentUploadId: uploadId }: ListingRow,
): Promise<DatasetDetail["trial"]> {
  if (trial === null || uploadId === null) return null;
  const found = await findTrialFile(db, { uploadId, rows: trial.rows });
  const { state, errorCode, errorDetail } = found?.file ?? noFile;
  const isReady = state === "ready";
  return {
    ...trial,
    status: state === "superseded" ? "preparing" : state,
    byte_size: isReady ? (found?.upload?.byteSize ?? null) : null,
    sha256: isReady ? (found?.upload?.sha256 ?? null) : null,
    error: state === "failed" ? viewFault(errorCode, errorDetail) : null,
  };
}

const noFile = { state: "preparing", errorCode: null, errorDetail: null } as const;

function viewFault(errorCode: string | null, errorDetail: string | null) {
  const code = isTrialFault(errorCode) ? errorCode : "trial_failed";
  return { code, detail: errorDetail ?? trialFaultDetails[code] };
}

function isTrialFault(code: string | null): code is TrialFault {
  return code !== null && Object.hasOwn(trialFaultDetails, code);
}
