import { z } from "zod";
import { piiKinds } from "../vocabulary.ts";
import { ALERT_CODES, FINDING_PLACES_MAX } from "./alerts.ts";
import { approximateSchema, withheldSchema } from "./disclosure-schemas.ts";
import { datesSchema, histogramSchema, quantilesSchema } from "./distribution-schemas.ts";
import { nestedSchema } from "./nested-schemas.ts";
import { languageSchema, lengthHistogramSchema, timeHistogramSchema } from "./structure-schemas.ts";
import { textFigureShapes } from "./text-figures.ts";
import { count, ratio } from "./wire-numbers.ts";

/** The statistics of one column, with the shapes that it shares with the profile. */

export const columnTypeSchema = z
  .enum([
    "boolean",
    "integer",
    "number",
    "string",
    "date",
    "datetime",
    "time",
    "geometry",
    "object",
    "array",
    "binary",
    "mixed",
    "empty",
  ])
  .meta({
    description:
      "Type of the values, decided by the whole file. `mixed` is a JSON column whose values " +
      "have several types, `empty` a column without a single value. Codes with leading zeros " +
      "are `string`.",
    example: "integer",
    id: "ColumnType",
  });

const piiKindSchema = z
  .enum(piiKinds)
  .meta({ description: "Kind of personal data.", example: "email" });

const semanticTypeSchema = z
  .enum([
    ...piiKinds,
    "url",
    "uuid",
    "identifier",
    "category",
    "latitude",
    "longitude",
    "geometry",
    "year",
    "constant",
    "free_text",
  ])
  .meta({ description: "Meaning of the values, if it could be detected.", example: "category" });

const findingPlaceSchema = z.strictObject({
  row: z.int().min(1).meta({ description: "Row of the table, from 1.", example: 12 }),
  line: z.int().min(1).meta({
    description: "Line of the text file, from 1, in which the row begins.",
    example: 13,
  }),
});

export const alertSchema = z
  .strictObject({
    code: z.enum(ALERT_CODES).meta({
      description: "Stable name of the finding; later versions may add more.",
      example: "missing_values",
    }),
    detail: z.string().meta({
      description: "The finding in one sentence, with its figures.",
      example: "31 of 3,201 values are missing.",
    }),
    first_rows: z
      .array(findingPlaceSchema)
      .max(FINDING_PLACES_MAX)
      .optional()
      .meta({
        description:
          "Where the finding occurs first, to help correct the file; absent if it has no place, or none " +
          "occurred in the part of the file that was searched.",
      }),
  })
  .meta({ description: "Something that a buyer should know.", id: "Alert" });

const scalar = z.union([z.number(), z.string()]);

export const geoBoundsSchema = z
  .strictObject({
    min_lon: z.number(),
    min_lat: z.number(),
    max_lon: z.number(),
    max_lat: z.number(),
  })
  .meta({
    description:
      "Bounding box in the file's own coordinates, exact: smallest and largest longitude and " +
      "latitude. Never wrapped at the antimeridian.",
    example: { min_lon: -124.41, min_lat: 32.53, max_lon: -114.13, max_lat: 42.01 },
  });

const topValueSchema = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean()]),
  count,
});

const columnPiiSchema = z
  .strictObject({
    kind: piiKindSchema,
    count: count.meta({ description: "Number of values that look like this kind.", example: 118 }),
    ratio: ratio.meta({ description: "Share of the column's values.", example: 0.98 }),
  })
  .meta({ description: "Personal data found in a column." });

const datePrecisionSchema = z.enum(["year", "quarter", "month", "mixed"]).meta({
  description:
    "What each date states if that is less than a day; `mixed` if it differs. Figures have the first day.",
  example: "month",
});

export const columnProfileSchema = z
  .strictObject({
    name: z.string().meta({
      description:
        "Name in the file. An empty name becomes `column_<position>`; a repeated one gets the suffix `_2`.",
      example: "sepal_length",
    }),
    index: count.meta({ description: "Position in the file, from 0.", example: 0 }),
    type: columnTypeSchema,
    semantic_type: semanticTypeSchema.nullable(),
    format: z
      .string()
      .optional()
      .meta({
        description:
          "How the file writes the values, if not in the standard form of their type (ISO 8601, " +
          "`1234.5`, `true`): `DD.MM.YYYY HH:mm`, `MMM` the name of a month, `A` AM or PM, `Z` a zone; " +
          "`#.##0,##` the separators of numbers, `yes/no` the words for true and false, `unix_ms` a " +
          "count since 1970. Figures are of what is meant; the sample shows what " +
          "is written.",
        example: "DD.MM.YYYY HH:mm",
      }),
    precision: datePrecisionSchema.optional(),
    two_digit_years_from: z.int().optional().meta({
      description:
        "If `format` has two-digit years (`YY`): the first of the hundred years in which they are read.",
      example: 1969,
    }),
    unit: z
      .string()
      .optional()
      .meta({
        description:
          "What the file adds to every number: an ISO 4217 code, a currency sign used by several " +
          "money (`$`, `¥`, `kr`), `%` or `‰`. Figures are in this unit: 12 for `12 %`.",
        example: "EUR",
      }),
    null_count: count.meta({ description: "Missing values, exact.", example: 3 }),
    missing_words: z
      .array(z.string())
      .optional()
      .meta({
        description:
          "How the file writes missing values of this column, other than as empty cells.",
        example: ["NA"],
      }),
    unreadable_count: count.optional().meta({
      description: "Cells that cannot be read as the column's type; they count as missing.",
      example: 1,
    }),
    null_ratio: ratio.meta({ description: "Missing values per row.", example: 0.01 }),
    distinct_count: count.nullable().meta({
      description: "Number of different values; null for nested values.",
      example: 42,
    }),
    distinct_method: z.enum(["exact", "hash_threshold"]).nullable().meta({
      description: "`hash_threshold`: estimated from all values whose hash is below a threshold.",
    }),
    distinct_error: ratio.nullable().meta({
      description: "Relative error of `distinct_count` at 95 % confidence; 0 when exact.",
      example: 0,
    }),
    min: scalar.nullable().meta({
      description:
        "Smallest value of a numeric, date, datetime or time column, exact. Integers beyond " +
        "2^53 are strings. Text columns have lengths instead; see `withheld` for paid files.",
      example: 4.3,
    }),
    max: scalar.nullable().meta({ description: "Largest value, as `min`.", example: 7.9 }),
    mean: z.number().nullable().meta({
      description: "Mean of all finite numbers, exact to float tolerance.",
      example: 5.84,
    }),
    median: z.number().nullable().meta({ description: "Same as `quantiles.p50`.", example: 5.8 }),
    std: z.number().nullable().meta({
      description: "Sample standard deviation (n - 1), exact to float tolerance.",
      example: 0.83,
    }),
    quantiles: quantilesSchema.nullable(),
    histogram: histogramSchema.nullable(),
    top_values: z
      .array(topValueSchema)
      .nullable()
      .meta({
        description:
          "Most frequent values with their counts, most frequent first; null for nested values, " +
          "for personal data of a paid file and for columns that hardly repeat a value.",
        example: [{ value: "setosa", count: 50 }],
      }),
    top_values_method: z.enum(["exact", "lower_bound"]).nullable().meta({
      description: "`lower_bound`: counts may be too low by at most `top_values_error`.",
    }),
    top_values_error: count.nullable().meta({
      description: "The most by which a count may be too low; 0 when exact.",
      example: 0,
    }),
    ...textFigureShapes,
    time_histogram: timeHistogramSchema.nullable().optional(),
    length_histogram: lengthHistogramSchema.nullable().optional(),
    nested: nestedSchema.optional(),
    language: languageSchema.optional(),
    dates: datesSchema.nullable().meta({
      description:
        "Gaps of a date or datetime column; null for other columns and for a single period.",
    }),
    bounds: geoBoundsSchema.nullable().meta({
      description:
        "Bounding box of a GeoJSON geometry column, or of a latitude column and its " +
        "longitude column (detected by name and range); otherwise null.",
    }),
    geometry_types: z
      .record(z.string(), count)
      .nullable()
      .meta({
        description: "Values per GeoJSON geometry type, of geometry columns; else null. Exact.",
        example: { Point: 1707 },
      }),
    pii: z.array(columnPiiSchema).meta({ description: "Personal data found; often empty." }),
    withheld: withheldSchema.optional(),
    approximate: approximateSchema.optional(),
    alerts: z.array(alertSchema),
  })
  .meta({ description: "Statistics of one column." });

export type GeoBounds = z.infer<typeof geoBoundsSchema>;
export type DatePrecision = z.infer<typeof datePrecisionSchema>;
export type ColumnType = z.infer<typeof columnTypeSchema>;
export type SemanticType = z.infer<typeof semanticTypeSchema>;
export type PiiKind = z.infer<typeof piiKindSchema>;
export type ProfileAlert = z.infer<typeof alertSchema>;
export type ColumnProfile = z.infer<typeof columnProfileSchema>;
