import { z } from "zod";

/**
 * The wire shapes of the data profile and of the sample. Both are computed by the dataset workers
 * from the very file that is sold and served unchanged, so this file is their only definition.
 */

export const PROFILE_VERSION = 1;

const count = z.int().min(0);
const ratio = z.number().min(0).max(1);

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
  });

export const piiKindSchema = z
  .enum(["email", "phone", "payment_card", "iban", "ip_address", "us_ssn"])
  .meta({ description: "Kind of personal data.", example: "email" });

export const semanticTypeSchema = z
  .enum([
    "email",
    "phone",
    "payment_card",
    "iban",
    "ip_address",
    "us_ssn",
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
  .meta({ description: "What the values mean, where that can be told.", example: "category" });

export const alertSchema = z
  .strictObject({
    code: z.string().meta({
      description: "Stable, machine-readable name of the finding.",
      example: "missing_values",
    }),
    detail: z.string().meta({
      description: "The finding in one sentence, with its figures.",
      example: "31 of 3,201 values are missing.",
    }),
  })
  .meta({ description: "Something that a buyer should know." });

const scalar = z.union([z.number(), z.string()]);

const quantilesSchema = z
  .strictObject({
    p5: z.number(),
    p25: z.number(),
    p50: z.number(),
    p75: z.number(),
    p95: z.number(),
    method: z.enum(["exact", "sample"]).meta({
      description: "`sample`: taken from a uniform sample of the whole column.",
    }),
    rank_error: ratio.meta({
      description: "Largest expected error of a rank (95 % confidence); 0 when exact.",
      example: 0.004,
    }),
  })
  .meta({ description: "Quantiles by linear interpolation, of numeric columns." });

const histogramSchema = z
  .strictObject({
    bin_edges: z.array(z.number()).meta({
      description: "Edges of equally wide bins, one more than there are counts.",
      example: [0, 5, 10],
    }),
    counts: z.array(count).meta({
      description: "Values per bin; a bin contains its lower edge, the last one both edges.",
      example: [12, 30],
    }),
    method: z.enum(["exact", "sample"]).meta({
      description: "`sample`: counts of a uniform sample, scaled up to the whole column.",
    }),
  })
  .meta({ description: "Distribution of a numeric column." });

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

export const columnProfileSchema = z
  .strictObject({
    name: z.string().meta({
      description:
        "Name in the file. An empty name becomes `column_<position>`, a repeated one gets `_2`.",
      example: "sepal_length",
    }),
    index: count.meta({ description: "Position in the file, from 0.", example: 0 }),
    type: columnTypeSchema,
    semantic_type: semanticTypeSchema.nullable(),
    null_count: count.meta({ description: "Missing values, exact.", example: 3 }),
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
        "2^53 are strings. Text columns have lengths instead.",
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
      description: "Most by which a count may be too low; 0 when exact.",
      example: 0,
    }),
    length: z
      .strictObject({ min: count, max: count, mean: z.number() })
      .nullable()
      .meta({
        description: "Length in characters (text) or bytes (binary).",
        example: { min: 6, max: 10, mean: 8.3 },
      }),
    pii: z.array(columnPiiSchema).meta({ description: "Personal data found; often empty." }),
    alerts: z.array(alertSchema),
  })
  .meta({ description: "Statistics of one column." });

const qualityComponentsSchema = z.strictObject({
  completeness: ratio.meta({ description: "Share of cells that hold a value." }),
  uniqueness: ratio.meta({ description: "Share of rows that repeat no earlier row." }),
  validity: ratio.meta({ description: "Share of values that fit the type most of them have." }),
  consistency: ratio.meta({
    description:
      "How regular the structure is: whole rows, named columns, one spelling of missing.",
  }),
  documentation: ratio.meta({ description: "How well the listing describes the data." }),
});

export const profileSchema = z
  .strictObject({
    profile_version: z.literal(PROFILE_VERSION),
    dataset_version: z.string().meta({
      description: "Identifier of the file version that was profiled.",
      example: "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11",
    }),
    file_sha256: z.string().meta({
      description: "SHA-256 of the file that is sold, in hex. A download can be checked by it.",
      example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
    computed_at: z.iso.datetime().meta({ example: "2026-11-21T07:30:00.000Z" }),
    partial: z.boolean().meta({
      description: "True when only a part of the rows could be scanned.",
      example: false,
    }),
    rows_scanned: count.meta({ example: 150 }),
    row_count: count.meta({ description: "Data rows in the file, without header.", example: 150 }),
    column_count: count.meta({ example: 5 }),
    byte_size: count.meta({ description: "Size of the file in bytes.", example: 3858 }),
    format: z.string().meta({ description: "Format by content.", example: "csv" }),
    encoding: z.string().nullable().meta({
      description: "Text encoding; null for binary formats.",
      example: "utf-8",
    }),
    delimiter: z.string().nullable().meta({
      description: "Field delimiter of delimited text, else null.",
      example: ",",
    }),
    completeness: z.strictObject({
      cells_total: count,
      cells_missing: count,
      ratio: ratio.meta({ description: "Share of cells that hold a value; 1 without cells." }),
      complete_rows: count.meta({ description: "Rows without a missing cell." }),
    }),
    duplicates: z
      .strictObject({
        rows: count.meta({ description: "Rows that repeat an earlier row." }),
        ratio,
        method: z.enum(["exact", "hash_threshold"]).meta({
          description:
            "`exact` compares 64-bit hashes of all rows; `hash_threshold` those of a uniform " +
            "sample of the distinct rows.",
        }),
      })
      .meta({ description: "Repeated rows." }),
    quality: z
      .strictObject({
        score: ratio.meta({ description: "Weighted mean of the components.", example: 0.91 }),
        components: qualityComponentsSchema,
        weights: qualityComponentsSchema.meta({ description: "Weights; they sum to 1." }),
      })
      .meta({ description: "Quality score, explained by its parts." }),
    columns: z.array(columnProfileSchema),
    alerts: z.array(alertSchema).meta({ description: "Findings about the file as a whole." }),
  })
  .meta({ description: "Profile of the whole file that is sold." });

export const sampleSchema = z
  .strictObject({
    columns: z
      .array(z.strictObject({ name: z.string(), type: columnTypeSchema }))
      .meta({ example: [{ name: "species", type: "string" }] }),
    rows: z.array(z.array(z.unknown())).meta({
      description:
        "Rows in file order; each is an array of JSON values aligned with `columns`. Arrays, not " +
        "objects: an object would reorder headers that look like integers and lose `__proto__`. " +
        "A missing value is null. Integers beyond 2^53 are strings. GeoJSON files have a " +
        "`geometry` column that holds the GeoJSON geometry object.",
      example: [["setosa"], ["virginica"]],
    }),
    sampling: z.strictObject({
      method: z.enum(["all_rows", "uniform"]).meta({
        description: "`uniform`: every row of the whole file had the same chance.",
      }),
      seed: z.string().meta({
        description: "Derived from the file's SHA-256: the same file gives the same sample.",
        example: "9f86d081884c7d65",
      }),
      rows_total: count.meta({ description: "Rows in the whole file.", example: 150 }),
      truncated_cells: count.meta({
        description: "Cells that were cut (text ends in `…`) or left out (nested values: null).",
        example: 0,
      }),
    }),
  })
  .meta({ description: "A small, seeded, uniform sample of the rows." });

export type ColumnType = z.infer<typeof columnTypeSchema>;
export type SemanticType = z.infer<typeof semanticTypeSchema>;
export type PiiKind = z.infer<typeof piiKindSchema>;
export type ProfileAlert = z.infer<typeof alertSchema>;
export type ColumnProfile = z.infer<typeof columnProfileSchema>;
export type QualityComponents = z.infer<typeof qualityComponentsSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type Sample = z.infer<typeof sampleSchema>;
