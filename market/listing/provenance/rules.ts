/** Converts a listing's provenance between row and wire. Pure. */
import type { UpdateFrequency } from "../../../db/vocabulary/listing.ts";
import type { ProvenanceBody } from "./schemas.ts";

/** The row's columns; null where the seller says nothing. */
export type Provenance = {
  sourceUrl: string | null;
  citation: string | null;
  collectionMethod: string | null;
  updateFrequency: UpdateFrequency | null;
  licenseUrl: string | null;
};

export const noProvenance = {
  sourceUrl: null,
  citation: null,
  collectionMethod: null,
  updateFrequency: null,
  licenseUrl: null,
  columnDescriptions: null,
} as const;

export function viewProvenance(row: Provenance) {
  return {
    source_url: row.sourceUrl,
    citation: row.citation,
    collection_method: row.collectionMethod,
    update_frequency: row.updateFrequency,
    license_url: row.licenseUrl,
  };
}

/** The columns for the request's fields; undefined for omitted ones. */
export function provenanceColumns(given: ProvenanceBody) {
  const { column_descriptions: columns } = given;
  const describesNone = columns !== undefined && Object.keys(columns ?? {}).length === 0;
  return {
    sourceUrl: given.source_url,
    citation: given.citation,
    collectionMethod: given.collection_method,
    updateFrequency: given.update_frequency,
    licenseUrl: given.license_url,
    columnDescriptions: describesNone ? null : columns,
  };
}

/** The licence as stored with a purchase: its text, and the address of custom terms. */
export function licenseAsSold(terms: { license: string | null; licenseUrl: string | null }) {
  const { license, licenseUrl } = terms;
  if (licenseUrl === null || license === licenseUrl) return license;
  return license === null ? licenseUrl : `${license} (${licenseUrl})`;
}
