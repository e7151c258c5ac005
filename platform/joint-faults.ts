/**
 * Faults in combinations of variables: one that requires another, and sizes that contradict each
 * other.
 */

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

/** Most parts of a multipart upload in every S3 store. */
const PARTS_MAX = 10_000;

/** No worker profiles a table faster, so a larger file would always time out. */
const profiledBytesPerSecondMax = 64 * 1024 ** 2;

const notBelow: [lower: keyof Sizes, upper: keyof Sizes][] = [
  ["UPLOAD_PART_BYTES_MIN", "UPLOAD_PUT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_AGENT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_ACCOUNT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "QUOTA_DEPLOYMENT_BYTES_MAX"],
  ["UPLOAD_BYTES_MAX", "DECOMPRESSED_BYTES_MAX"],
];

/** One sentence per fault; empty if all sizes fit. */
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

/** Variables as given, without empty ones. */
export type EnvironmentVariables = Record<string, string | undefined>;

/**
 * Variables without those that they require. Only checks presence, because values may be faulty.
 */
export function missingFaults(given: EnvironmentVariables): string[] {
  const isGiven = (name: string) => given[name] !== undefined;
  const inPairs = [
    ["TERMS_FILE", "TERMS_VERSION"],
    ["EMBEDDINGS_URL", "EMBEDDINGS_MODEL"],
  ] as const;
  const alone = inPairs
    .filter(([one, other]) => isGiven(one) !== isGiven(other))
    .map(([one, other]) => `${one} and ${other}: set both or neither`);
  const noSecret = isGiven("QUERY_URL") && !isGiven("QUERY_SECRET");
  return [...alone, ...(noSecret ? ["QUERY_SECRET: needed with QUERY_URL"] : [])];
}

export const noStoreFault =
  "STORAGE_DIR and STORAGE_SIGNING_SECRET (disk), or S3_BUCKET (S3): one of the two is needed";

/** Why the variables select no store. */
export function storeFaults(given: EnvironmentVariables): string[] {
  if (given.S3_BUCKET !== undefined) return [];
  if (given.S3_ENDPOINT !== undefined) return ["S3_BUCKET: needed with S3_ENDPOINT"];
  const isDisk = given.STORAGE_DIR !== undefined && given.STORAGE_SIGNING_SECRET !== undefined;
  return isDisk ? [] : [noStoreFault];
}
