/** Variables that must be set together, or have related sizes; other combinations end the start. */
import { expect, test } from "bun:test";
import { ConfigError, loadConfig } from "../../../platform/config.ts";
import { sizeFaults } from "../../../platform/joint-faults.ts";
import { loadQueryConfig } from "../../../platform/query/query-config.ts";

const gibibyte = 1024 ** 3;
const sizes = {
  UPLOAD_BYTES_MAX: 200 * gibibyte,
  UPLOAD_PUT_BYTES_MAX: 5 * gibibyte,
  UPLOAD_PART_BYTES_MIN: 5 * 1024 ** 2,
  DECOMPRESSED_BYTES_MAX: 400 * gibibyte,
  QUOTA_AGENT_BYTES_MAX: 1024 * gibibyte,
  QUOTA_ACCOUNT_BYTES_MAX: 2048 * gibibyte,
  QUOTA_DEPLOYMENT_BYTES_MAX: 4096 * gibibyte,
  PROFILE_TIMEOUT_SECONDS: 7200,
};

test("sizes that agree are no fault", () => {
  expect(sizeFaults(sizes)).toEqual([]);
});

test.each([
  [{ UPLOAD_PART_BYTES_MIN: 6 * gibibyte }, "UPLOAD_PUT_BYTES_MAX: below UPLOAD_PART_BYTES_MIN"],
  [{ QUOTA_AGENT_BYTES_MAX: gibibyte }, "QUOTA_AGENT_BYTES_MAX: below UPLOAD_BYTES_MAX"],
  [{ QUOTA_ACCOUNT_BYTES_MAX: gibibyte }, "QUOTA_ACCOUNT_BYTES_MAX: below UPLOAD_BYTES_MAX"],
  [{ QUOTA_DEPLOYMENT_BYTES_MAX: gibibyte }, "QUOTA_DEPLOYMENT_BYTES_MAX: below UPLOAD_BYTES_MAX"],
  [{ DECOMPRESSED_BYTES_MAX: gibibyte }, "DECOMPRESSED_BYTES_MAX: below UPLOAD_BYTES_MAX"],
  [
    { PROFILE_TIMEOUT_SECONDS: 3199 },
    "PROFILE_TIMEOUT_SECONDS: below the 3200 that UPLOAD_BYTES_MAX takes",
  ],
  [
    { UPLOAD_PUT_BYTES_MAX: 10 * 1024 ** 2 },
    "UPLOAD_BYTES_MAX: more than 10000 parts of UPLOAD_PUT_BYTES_MAX",
  ],
])("%j is told: %s", (changed, fault) => {
  expect(sizeFaults({ ...sizes, ...changed })).toEqual([fault]);
});

const faultsOf = (load: () => unknown): readonly string[] => {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

const noStore =
  "STORAGE_DIR and STORAGE_SIGNING_SECRET (disk), or S3_BUCKET (S3): one of the two is needed";

test("a start names every fault at once: what is missing, and what needs another variable", () => {
  const lone = {
    QUERY_URL: "http://query:4008",
    EMBEDDINGS_URL: "http://model:4007/v1",
    TERMS_FILE: "terms.md",
  };
  const faults = faultsOf(() => loadConfig(lone));
  const missing = ["PUBLIC_BASE_URL", "DATABASE_URL", "NATS_URL", "SESSION_SECRET"];
  for (const name of missing) expect(faults).toContain(`${name}: is not set`);
  expect(faults.slice(-4)).toEqual([
    "TERMS_FILE and TERMS_VERSION: set both or neither",
    "EMBEDDINGS_URL and EMBEDDINGS_MODEL: set both or neither",
    "QUERY_SECRET: needed with QUERY_URL",
    noStore,
  ]);
  expect(faultsOf(() => loadConfig({ S3_ENDPOINT: "http://s3:9000" })).at(-1)).toBe(
    "S3_BUCKET: needed with S3_ENDPOINT",
  );
  expect(faultsOf(() => loadQueryConfig({ QUERY_PORT: "none" })).slice(-2)).toEqual([
    "QUERY_SECRET: needed by the query process",
    noStore,
  ]);
});
