/** Sizes of the configuration that agree with each other, or end the start. */
import { expect, test } from "bun:test";
import { sizeFaults } from "../../platform/size-faults.ts";

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
