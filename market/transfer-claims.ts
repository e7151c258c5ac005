/** A worker's claim of a transfer (an import, or a delivery to a bucket): its lease, and its failures. Pure. */

/** A worker reports several times within it; after it, another one takes the transfer. */
const leaseSeconds = 60;

export const leaseFrom = (now: Date) => new Date(now.getTime() + leaseSeconds * 1000);

/** `isOurs`: a fault on our side, which costs no attempt. */
export type TransferFailure = {
  code: string;
  detail: string;
  isFinal: boolean;
  isOurs: boolean;
  retryAfterSeconds: number | null;
};

export type FailedAttempt = { failure: TransferFailure; hasProgress: boolean };

const detailCharsMax = 1000;

/** The row's change; `pauseOf` returns null if there is no further attempt. */
export function changeAfter(
  { failure, hasProgress }: FailedAttempt,
  { failures: before, now }: { failures: number; now: Date },
  pauseOf: (failures: number) => number | null,
) {
  const { code, detail, isFinal, isOurs } = failure;
  const failures = (hasProgress ? 0 : before) + (isOurs ? 0 : 1);
  const pause = isFinal ? null : pauseOf(failures);
  const error = { failures, errorCode: code, errorDetail: detail.slice(0, detailCharsMax) };
  return pause === null
    ? ({ ...error, state: "failed", dueAt: null, endedAt: now } as const)
    : ({ ...error, state: "waiting", dueAt: new Date(now.getTime() + pause * 1000) } as const);
}
