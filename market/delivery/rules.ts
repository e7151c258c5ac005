/** Where a purchase is stored in a buyer's bucket, what it may do there, and when it tries again. Pure. */
import { DELIVERY_FAILURES_MAX } from "./limits.ts";

/** Without slashes at the beginning, and with one at the end unless it is empty. */
export function normalPrefix(prefix: string): string {
  const inner = prefix.replaceAll(/\/{2,}/g, "/").replace(/^\//, "");
  return inner === "" || inner.endsWith("/") ? inner : `${inner}/`;
}

/** Longer than all attempts of a delivery take together. */
const unfinishedUploadDays = 7;

/** One folder for each version of a dataset. */
export function deliveredKey(
  prefix: string,
  { listingId, version, path }: { listingId: string; version: number; path: string },
): string {
  return `${prefix}${listingId}/v${version}/${path}`;
}

export const checkKey = (prefix: string) => `${prefix}dataset-market-check.txt`;

export type BucketPolicy = {
  Version: "2012-10-17";
  Statement: { Effect: "Allow"; Action: string[]; Resource: string }[];
};

/** The least that the credentials need: writing below the prefix, and reading it back. */
export function leastPolicy({ bucket, prefix }: { bucket: string; prefix: string }): BucketPolicy {
  return {
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Action: [
          "s3:PutObject",
          "s3:GetObject",
          "s3:AbortMultipartUpload",
          "s3:ListMultipartUploadParts",
        ],
        Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
      },
    ],
  };
}

/** S3's lifecycle rule that deletes the parts of uploads that were never finished. */
export function unfinishedUploadsRule(prefix: string) {
  return {
    Rules: [
      {
        ID: "delete-unfinished-uploads",
        Status: "Enabled",
        Filter: { Prefix: prefix },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: unfinishedUploadDays },
      },
    ],
  };
}

const pausesSeconds = [5, 30, 120, 600, 1800, 3600, 7200];

/** The pause before the next attempt, or null: no further attempt. `failures` counts this one. */
export function pauseAfter(failures: number): number | null {
  if (failures >= DELIVERY_FAILURES_MAX) return null;
  return pausesSeconds[Math.min(failures, pausesSeconds.length) - 1] ?? 0;
}
