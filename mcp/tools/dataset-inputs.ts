import { idSchema } from "../../market/text.ts";

export const datasetId = idSchema.describe("From search_datasets.");
