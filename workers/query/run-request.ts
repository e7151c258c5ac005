/** The API's request to a query process. */
import { z } from "zod";
import { QUERY_JOINS_MAX } from "../../market/query/limits.ts";
import { queryBody } from "../../market/query/schemas.ts";

const requestedTable = z.strictObject({
  stored: z.strictObject({
    objectKey: z.string().min(1).max(1024),
    byteSize: z.int().min(0),
    sha256: z.string().max(128),
  }),
  dataset: z.strictObject({ id: z.string(), version: z.int(), table: z.string().nullable() }),
});

export const requestSchema = z.strictObject({
  tables: z
    .array(requestedTable)
    .min(1)
    .max(QUERY_JOINS_MAX + 1),
  caller: z.string().min(1).max(200),
  query: queryBody,
  mode: z.enum(["figure", "plan"]).optional(),
});
export type RunRequest = z.infer<typeof requestSchema>;
