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

/** Of `embed`, where a tool hands out a file. */
export const embedWords = "True: the file itself, up to 256 kB.";

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
const findingView = z.object({
  code: z.string(),
  column: z.string().nullable().meta({ description: "Null: about the file." }),
  detail: z.string(),
});

export const profileOutput = profileSchema.extend({
  findings: z.array(findingView).meta({ description: "The three most important ones." }),
  findings_total: z.int(),
  columns_cut: cutSchema,
  tables_cut: cutSchema,
});

/** The fields of a search hit by which a model decides which ones to look at. */
export const hitOutline = [
  "id",
  "title",
  "category",
  "offers/text",
  "pricing_type",
  "license_id",
  "format",
  "row_count",
  "byte_size",
  "quality_score",
  "covers_from",
  "covers_to",
  "has_personal_data",
  "missing_words",
  "joinable",
] as const;

/** The fields of a dataset that a model needs to decide and to continue. */
export const datasetOutline = [
  ...hitOutline.filter((field) => field !== "missing_words" && field !== "joinable"),
  ...["description", "status", "purchase_id", "price_cents", "currency", "license", "sha256"],
  ...["version", "column_count", "file_count", "seller/name", "capabilities", "auction"],
  ...["columns/name", "columns/type", "columns_cut", "tables/name", "tables/rows"],
  ...["identical_to/id", "identical_to/price_cents", "no_sample/detail", "changes/sentences"],
  ...["trial/rows", "trial/price_cents", "trial/status"],
  ...["plans", "contract", "access_questions"],
];

/** The figures of a column that decide. */
export const profileColumnOutline = [
  ...["name", "type", "semantic_type", "unit", "null_count", "min", "max", "approximate", "mean"],
  ...["pii/kind", "withheld"],
];
