/** What the tools about one dataset take, and what is said of all that only read in public. */
import { z } from "zod";
import { tableName } from "../../market/catalogue/sample-schemas.ts";
import { idSchema } from "../../market/text.ts";

export const datasetId = idSchema.describe("From search_datasets.");
export const datasetInput = z.strictObject({ dataset_id: datasetId });
export const tableInput = datasetInput.extend({
  table: tableName.optional().describe("One of get_dataset's tables, else the largest."),
});
