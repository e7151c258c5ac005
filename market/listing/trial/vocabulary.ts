/** Why a trial's file could not be made, by code, as a sentence for the seller. */
export const trialFaultDetails = {
  not_queryable: "Only a file of one table that can be queried has a trial.",
  too_many_rows: "The trial has more than half of this version's rows.",
  trial_bytes_exceeded: "The trial's file would be too large: choose fewer rows.",
  file_too_large: "The file is too large to draw rows from.",
  trial_failed: "The rows could not be drawn: every attempt failed.",
} as const;

export type TrialFault = keyof typeof trialFaultDetails;

export const TRIAL_FAULTS = Object.keys(trialFaultDetails) as [TrialFault, ...TrialFault[]];
