/** What a seller may say of where data come from: the same short inputs of every tool that takes them. */
import { provenanceFields as fields } from "../../market/listing/provenance/schemas.ts";

export const provenanceInputs = {
  source_url: fields.source_url.describe("Where the data come from."),
  citation: fields.citation.describe("How to cite it."),
  collection_method: fields.collection_method.describe("How they were collected."),
  update_frequency: fields.update_frequency.describe("How often they change."),
  license_url: fields.license_url.describe("Of own terms."),
  column_descriptions: fields.column_descriptions.describe("By column name."),
};
