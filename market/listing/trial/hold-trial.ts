import type { Database } from "../../../db/client.ts";
import { holdTrialFile } from "../../../db/queries/listings/trial-files.ts";
import type { Offer } from "../../../db/queries/purchases/buying.ts";
import type { Refusal } from "../../refusal.ts";
import { trialRefusal } from "./rules.ts";

/**
 * The offer of a held listing's trial: its file and price instead of the whole file's. The trial's
 * file stays until the transaction ends. Without a trial the offer is unchanged, and the refusal says
 * why.
 */
export async function holdTrial(
  tx: Database,
  offer: Offer,
): Promise<{ offer: Offer; trialRefusal: Refusal | null }> {
  const { trial, currentUploadId: uploadId } = offer.listing;
  const found =
    trial === null || uploadId === null
      ? null
      : await holdTrialFile(tx, { uploadId, rows: trial.rows });
  const upload = found?.upload ?? null;
  if (trial === null || found?.file.state !== "ready" || upload === null) {
    return { offer, trialRefusal: trialRefusal(trial, found?.file ?? null) };
  }
  const { id: currentUploadId, sha256, byteSize } = upload;
  const file = { currentUploadId, sha256, byteSize, priceCents: trial.price_cents };
  return { offer: { ...offer, listing: { ...offer.listing, ...file } }, trialRefusal: null };
}
