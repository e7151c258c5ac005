/** The input of the tool `match_values`. The API checks its content and locates each fault. */
import { z } from "zod";
import { MATCH_DATASETS_MAX, MATCH_VALUES_MAX, MATCHES_DEFAULT, MATCHES_MAX } from "./limits.ts";

export const matchToolInput = z.object({
  values: z
    .array(z.string())
    .optional()
    .describe(`Up to ${MATCH_VALUES_MAX}; case and leading zeros do not count.`),
  sketch: z.string().optional().describe("Instead of values: from sketchValues of the SDK."),
  dataset_ids: z.array(z.string()).optional().describe(`Up to ${MATCH_DATASETS_MAX}.`),
  query: z.string().optional().describe("Or the best datasets for these search words."),
  limit: z.int().optional().describe(`Up to ${MATCHES_MAX}; ${MATCHES_DEFAULT}.`),
  offset: z.int().optional().describe("`next_offset`"),
});
