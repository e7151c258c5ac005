/** Sizes of the configuration that contradict each other: what one lets in and another never takes. */

type Sizes = Record<
  | "UPLOAD_BYTES_MAX"
  | "UPLOAD_PUT_BYTES_MAX"
  | "UPLOAD_PART_BYTES_MIN"
  | "DECOMPRESSED_BYTES_MAX"
  | "QUOTA_AGENT_BYTES_MAX"
  | "QUOTA_ACCOUNT_BYTES_MAX"
  | "QUOTA_DEPLOYMENT_BYTES_MAX"
  | "PROFILE_TIMEOUT_SECONDS",
  number
>;

/** Of one file in parts, at every S3 store. */
const PARTS_MAX = 10_000;

/** No worker profiles a table faster: a larger file would end as one that took too long, always. */
const profiledBytesPerSecondMax = 64 * 1024 ** 2;

const notBelow: [lower: keyof Sizes, upper: keyof Sizes][] = [
  ["UPLOAD_PART_BYTES_MIN", "UPLOAD_PUT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_AGENT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_ACCOUNT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_DEPLOYMENT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "DECOMPRESSED_BYTES_MAX"],
];

/** A sentence a fault; empty where all sizes fit. */
export function sizeFaults(sizes: Sizes): string[] {
  const faults = notBelow
    .filter(([lower, upper]) => sizes[upper] < sizes[lower])
    .map(([lower, upper]) => `${upper}: below ${lower}`);
  if (sizes.UPLOAD_BYTES_MAX > sizes.UPLOAD_PUT_BYTES_MAX * PARTS_MAX) {
    faults.push(`UPLOAD_BYTES_MAX: more than ${PARTS_MAX} parts of UPLOAD_PUT_BYTES_MAX`);
  }
  const secondsMin = Math.ceil(sizes.UPLOAD_BYTES_MAX / profiledBytesPerSecondMax);
  if (sizes.PROFILE_TIMEOUT_SECONDS < secondsMin) {
    faults.push(`PROFILE_TIMEOUT_SECONDS: below the ${secondsMin} that UPLOAD_BYTES_MAX takes`);
  }
  return faults;
}
