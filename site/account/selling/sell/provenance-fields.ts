/** The fields for provenance and column descriptions. Each may be empty. */
import type { ColumnDescriptions } from "../../../../db/vocabulary/listing.ts";
import type { ListingView } from "../../../../market/listing/schemas.ts";
import type { FieldErrors } from "../../../kit/form.ts";
import { readColumnLines, writeColumnLines } from "./column-lines.ts";

export const provenanceNames = [
  "source_url",
  "citation",
  "collection_method",
  "update_frequency",
  "license_url",
  "column_descriptions",
] as const;
type ProvenanceName = (typeof provenanceNames)[number];
type ProvenanceFields = Record<ProvenanceName, string>;

export const provenanceLabels: ProvenanceFields = {
  source_url: "Source",
  citation: "How to cite it",
  collection_method: "How it was collected",
  update_frequency: "How often it is collected",
  license_url: "URL of your own terms",
  column_descriptions: "Meaning of columns",
};

export function provenanceFieldsOf(listing: ListingView): ProvenanceFields {
  return {
    source_url: listing.source_url ?? "",
    citation: listing.citation ?? "",
    collection_method: listing.collection_method ?? "",
    update_frequency: listing.update_frequency ?? "",
    license_url: listing.license_url ?? "",
    column_descriptions: writeColumnLines(listing.column_descriptions ?? {}),
  };
}

/** Converts the fields for the use cases, where null removes a value. Adds to `errors`. */
export function readProvenance(fields: ProvenanceFields, errors: FieldErrors) {
  const said = (name: ProvenanceName) => (fields[name] === "" ? null : fields[name]);
  return {
    source_url: said("source_url"),
    citation: said("citation"),
    collection_method: said("collection_method"),
    update_frequency: said("update_frequency"),
    license_url: said("license_url"),
    column_descriptions: readColumns(fields, errors),
  };
}

function readColumns(fields: ProvenanceFields, errors: FieldErrors): ColumnDescriptions | null {
  const { columns, fault } = readColumnLines(fields.column_descriptions);
  if (fault !== null) errors.column_descriptions = fault;
  return Object.keys(columns).length === 0 ? null : columns;
}

/** A label for the column that a fault is about, because one field holds all columns. */
export function namedColumn(pointer: string): string {
  const [, field, column] = pointer.split("/");
  if (field !== "column_descriptions" || column === undefined) return "";
  return `"${column.replaceAll("~1", "/").replaceAll("~0", "~")}" `;
}
