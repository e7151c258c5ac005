/** Why a trial cannot be bought now. Pure. */
import type { TrialFileState } from "../../../db/vocabulary/listing.ts";
import type { Refusal } from "../../refusal.ts";

const pointer = "/trial";
const retryAfterSeconds = 10;

/** Of a listing whose trial has no file that is ready; `file` is null before it was requested. */
export function trialRefusal(
  trial: object | null,
  file: { state: TrialFileState; errorDetail: string | null } | null,
): Refusal {
  const code = "trial_not_available";
  if (trial === null) return { code, pointer, detail: "Its seller offers no trial." };
  if (file?.state === "failed") {
    const detail = `This version has no trial. ${file.errorDetail ?? ""}`.trim();
    return { code, pointer, detail };
  }
  return { code, pointer, detail: "The trial's rows are being drawn.", retryAfterSeconds };
}
