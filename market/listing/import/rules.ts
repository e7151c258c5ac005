/** Where an import reads from, and when it tries again. Pure. */
import type { ImportKind } from "../../../db/vocabulary/import.ts";
import { hourMs } from "../../../platform/time.ts";
import { IMPORT_FAILURES_MAX, IMPORT_HOURS_MAX } from "../limits.ts";

/** A file that a Croissant document names. */
export type CroissantFile = {
  name: string;
  address: string;
  sha256?: string | undefined;
  /** Absent: the server states it. */
  byteSize?: number | undefined;
};

export type S3Object = { bucket: string; key: string };

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const isBucketName = (text: string): boolean =>
  bucketName.test(text) && !text.includes("..");

/** The bucket and key of `s3://bucket/key`; null for another address. */
export function s3ObjectOf(address: string): S3Object | null {
  const found = /^s3:\/\/(?<bucket>[^/?#]+)\/(?<key>[^?#]+)$/.exec(address)?.groups;
  if (found === undefined || !isBucketName(found.bucket ?? "")) return null;
  return { bucket: found.bucket ?? "", key: decodeKey(found.key ?? "") };
}

export function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Hugging Face serves a dataset's document at `…/croissant`; other hosts name the file so. */
export function kindOf(address: string): ImportKind {
  const path = address.replace(/[?#].*$/, "");
  return /(\/|[-_.])croissant(\.json(ld)?)?$/i.test(path) ? "croissant" : "file";
}

/** The address without its query and fragment. */
export const shownAddress = (address: string) => address.replace(/[?#].*$/, "");

const pausesSeconds = [5, 15, 60, 180, 600];

/** The pause before the next attempt, or null: no further attempt. `failures` counts this one. */
export function pauseAfter(
  { failures, createdAt }: { failures: number; createdAt: Date },
  { retryAfterSeconds, now }: { retryAfterSeconds: number | null; now: Date },
): number | null {
  if (failures >= IMPORT_FAILURES_MAX) return null;
  const usual = pausesSeconds[Math.min(failures, pausesSeconds.length) - 1] ?? 0;
  const pause = Math.max(usual, retryAfterSeconds ?? 0);
  const endsAt = createdAt.getTime() + IMPORT_HOURS_MAX * hourMs;
  return now.getTime() + pause * 1000 < endsAt ? pause : null;
}
