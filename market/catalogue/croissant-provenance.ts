/** The seller's provenance and column descriptions in a Croissant document. Pure. */

import type { ColumnDescriptions, UpdateFrequency } from "../../db/vocabulary/listing.ts";
import { ownEntry } from "../own-entry.ts";
import type { Croissant, DatasetDetail } from "./schemas.ts";

type JsonLd = Record<string, unknown>;

type CroissantProvenance = Pick<
  DatasetDetail,
  "source_url" | "citation" | "collection_method" | "update_frequency" | "license_url"
> & { columnDescriptions: ColumnDescriptions };

/** Codes of DCAT's frequency vocabulary. */
const frequencyCodes: Record<UpdateFrequency, string> = {
  continuous: "CONT",
  hourly: "HOURLY",
  daily: "DAILY",
  weekly: "WEEKLY",
  monthly: "MONTHLY",
  quarterly: "QUARTERLY",
  yearly: "ANNUAL",
  irregular: "IRREG",
  never: "NEVER",
};
const frequencies = "http://publications.europa.eu/resource/authority/frequency/";

/** Adds the given provenance; omitted fields stay absent. */
export function addProvenance(croissant: Croissant, said: CroissantProvenance): Croissant {
  const { source_url, citation, collection_method, update_frequency, license_url } = said;
  const hasAddress = typeof croissant.license === "string";
  return {
    ...croissant,
    ...(hasAddress || license_url === null ? {} : { license: license_url }),
    ...(source_url === null ? {} : { isBasedOn: source_url }),
    ...(citation === null ? {} : { citeAs: citation }),
    ...(collection_method === null ? {} : { "rai:dataCollection": collection_method }),
    ...(update_frequency === null
      ? {}
      : {
          "dct:accrualPeriodicity": { "@id": `${frequencies}${frequencyCodes[update_frequency]}` },
        }),
    ...(croissant.recordSet === undefined
      ? {}
      : { recordSet: withDescriptions(croissant.recordSet, said.columnDescriptions) }),
  };
}

/** Only for the default table's record set, which comes first: other tables may have columns of the same name. */
function withDescriptions(recordSets: JsonLd[], descriptions: ColumnDescriptions): JsonLd[] {
  const [first, ...others] = recordSets;
  if (first === undefined || !Array.isArray(first.field)) return recordSets;
  const field = first.field.map((one: JsonLd) => {
    const description = descriptionOf(String(one.name), descriptions);
    return description === undefined ? one : { ...one, description };
  });
  return [{ ...first, field }, ...others];
}

/** Compares names as the seller's were stored: trimmed, in NFC. */
export function descriptionOf(name: string, descriptions: ColumnDescriptions): string | undefined {
  return ownEntry(descriptions, name.trim().normalize("NFC"));
}
