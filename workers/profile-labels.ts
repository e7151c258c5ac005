/** Labels for the time to a profile: few values, whatever sellers send. Pure. */

import { readFormats } from "../market/profile/formats.ts";

const kib = 1024;
const sizeClasses: readonly [name: string, bytesMax: number][] = [
  ["1MB", kib ** 2],
  ["10MB", 10 * kib ** 2],
  ["100MB", 100 * kib ** 2],
  ["1GB", kib ** 3],
  ["10GB", 10 * kib ** 3],
];

/** Formats of the data engine (images by their archive). */
const formats: ReadonlySet<string> = new Set([
  ...Object.keys(readFormats),
  "zip",
  "tar",
  "7z",
  "audio",
  "pdf",
]);

/** By the class's largest file; `none` if the file could not be read. */
export function sizeClass(byteSize: number | null): string {
  if (byteSize === null) return "none";
  return sizeClasses.find(([, bytesMax]) => byteSize <= bytesMax)?.[0] ?? "more";
}

export function formatLabel(format: string | null): string {
  if (format === null) return "none";
  return formats.has(format) ? format : "other";
}
