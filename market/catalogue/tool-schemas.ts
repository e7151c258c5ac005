/** Input of the tools about one dataset, and output cut to a model's size. */
import { z } from "zod";
import { agentToken } from "../agent/schemas.ts";
import { profileSchema, sampleSchema } from "../profile/schemas.ts";
import { idSchema } from "../text.ts";
import { tableName } from "./profiles/sample-schemas.ts";
import { datasetDetail } from "./schemas.ts";

export const datasetInput = z.strictObject({
  dataset_id: idSchema.describe("From search_datasets."),
});
export const tableInput = datasetInput.extend({
  table: tableName.optional().describe("One of get_dataset's tables, else the largest."),
});
/** A seller reads its own draft with its token, if the host can send it. */
export const inspectionInput = tableInput.extend({ agent_token: agentToken });

const cutSchema = z
  .object({
    shown: z.int().meta({ description: "Entries in this answer." }),
    total: z.int().meta({ description: "Entries in the resource." }),
    resource: z.string().meta({ description: "The URI of the MCP resource with all of them." }),
  })
  .nullable()
  .meta({ description: "Null if nothing was left out." });

export type CutView = z.input<typeof cutSchema>;

export const datasetOutput = datasetDetail.extend({
  columns_cut: cutSchema,
  tables_cut: cutSchema,
});
export const sampleOutput = sampleSchema.extend({ rows_cut: cutSchema });
export const profileOutput = profileSchema.extend({
  columns_cut: cutSchema,
  tables_cut: cutSchema,
});

/** The fields of a dataset that a model needs to continue. */
export const datasetOutline = [
  "id",
  "title",
  "offers",
  "currency",
  "pricing_type",
  "license",
  "format",
  "row_count",
  "quality_score",
  "capabilities",
] as const;
