import type { Problem } from "./problem.ts";

export const deliveryProblems = {
  delivery_target_not_found: {
    status: 404,
    title: "You have no such bucket",
    resolution: "none",
    meaning: "The account has no bucket for deliveries with this id.",
    whatToDo: (act) => `Call ${act.listDeliveryTargets} and use an id from its answer.`,
  },
  delivery_target_refused: {
    status: 409,
    title: "The bucket refused the test object",
    resolution: "none",
    meaning: "The test object could not be written to the bucket and read back.",
    whatToDo: (act) =>
      "Give the keys s3:PutObject, s3:GetObject, s3:AbortMultipartUpload and s3:ListMultipartUploadParts below the prefix, " +
      `check bucket, region and endpoint, and call ${act.putDeliveryTarget} again.`,
  },
} as const satisfies Record<string, Problem>;
