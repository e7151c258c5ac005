/** What the tools about one dataset take, and how they answer what is too long for a model. */
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
/** A seller's own draft is read by its token, wherever the host can send it. */
export const inspectionInput = tableInput.extend({ agent_token: agentToken });

const cutSchema = z
  .object({
    shown: z.int().meta({ description: "Entries in this answer." }),
    total: z.int().meta({ description: "Entries in the resource." }),
    resource: z.string().meta({ description: "The URI of the MCP resource that has them all." }),
  })
  .nullable()
  .meta({ description: "Null when nothing was left out." });

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

/** By which fields of a dataset a model goes on. */
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
