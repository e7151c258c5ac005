/** A listing's provenance: origin, citation, method, update frequency, and the meaning of columns. */
import { z } from "zod";
import { updateFrequencies } from "../../../db/vocabulary/listing.ts";
import { COLUMN_DESCRIPTION_CHARS_MAX } from "../../limits.ts";
import { line, prose, webAddress } from "../../text.ts";
import {
  CITATION_CHARS_MAX,
  COLLECTION_METHOD_CHARS_MAX,
  COLUMN_DESCRIPTIONS_MAX,
  DESCRIBED_COLUMN_CHARS_MAX,
  WEB_ADDRESS_CHARS_MAX,
} from "../limits.ts";

const columnDescriptions = z
  .record(line(DESCRIBED_COLUMN_CHARS_MAX), line(COLUMN_DESCRIPTION_CHARS_MAX))
  .refine(
    (all) => Object.keys(all).length <= COLUMN_DESCRIPTIONS_MAX,
    `describes more than ${COLUMN_DESCRIPTIONS_MAX} columns`,
  )
  .meta({
    description:
      "Meaning and units of columns, by column name; replaces all of them. For columns that it omits, " +
      "the data dictionary in the upload is used.",
    example: { temp_max: "Highest temperature of the day, in °C" },
  });

/** All optional: omitted fields stay, and null clears a field. */
export const provenanceFields = {
  source_url: webAddress(WEB_ADDRESS_CHARS_MAX).nullable().optional().meta({
    description: "Where the data come from: an address of http or https.",
    example: "https://www.ncei.noaa.gov/",
  }),
  citation: prose(CITATION_CHARS_MAX).nullable().optional().meta({
    description: "How to cite the data.",
    example: "NOAA NCEI (2015). Daily Summaries.",
  }),
  collection_method: prose(COLLECTION_METHOD_CHARS_MAX).nullable().optional().meta({
    description: "How they were collected.",
    example: "Read from one station of the airport, once a day.",
  }),
  update_frequency: z.enum(updateFrequencies).nullable().optional().meta({
    description: "How often they are updated.",
    example: "daily",
  }),
  license_url: webAddress(WEB_ADDRESS_CHARS_MAX).nullable().optional().meta({
    description: "Address of custom terms, if `license` is not an SPDX identifier.",
    example: "https://example.com/terms",
  }),
  column_descriptions: columnDescriptions.nullable().optional(),
};

const { column_descriptions: _columns, ...shortFields } = provenanceFields;

/** As shown with a dataset, or to its seller. */
export const provenanceView = {
  source_url: z
    .string()
    .nullable()
    .meta(shortFields.source_url.meta() ?? {}),
  citation: z
    .string()
    .nullable()
    .meta(shortFields.citation.meta() ?? {}),
  collection_method: z
    .string()
    .nullable()
    .meta(shortFields.collection_method.meta() ?? {}),
  update_frequency: z
    .enum(updateFrequencies)
    .nullable()
    .meta(shortFields.update_frequency.meta() ?? {}),
  license_url: z
    .string()
    .nullable()
    .meta(shortFields.license_url.meta() ?? {}),
};

export type ProvenanceBody = z.infer<z.ZodObject<typeof provenanceFields>>;
