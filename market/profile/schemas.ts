import { z } from "zod";
import {
  alertSchema,
  columnProfileSchema,
  columnTypeSchema,
  geoBoundsSchema,
} from "./column-schemas.ts";
import { disclosureSchema } from "./disclosure-schemas.ts";
import { imagesSchema } from "./image-schemas.ts";
import { correlationsSchema, keysSchema } from "./structure-schemas.ts";
import { documentsSchema, tablesSchema } from "./table-schemas.ts";
import { PROFILE_VERSION } from "./vocabulary.ts";
import { count, ratio } from "./wire-numbers.ts";

export type {
  ColumnProfile,
  ColumnType,
  DatePrecision,
  GeoBounds,
  PiiKind,
  ProfileAlert,
  SemanticType,
} from "./column-schemas.ts";
export { columnTypeSchema } from "./column-schemas.ts";

/**
 * The wire shapes of profile and sample. The dataset workers compute both from the sold file, and the
 * API serves them unchanged, so this folder is their only definition.
 */

const qualityComponentsSchema = z.strictObject({
  completeness: ratio.meta({
    description:
      "Share of cells and of a regular series' periods with a value. Beyond 5 % of a column, missing " +
      "values count less; unread cells count as missing.",
  }),
  uniqueness: ratio.meta({
    description:
      "Share of rows that repeat no earlier row, beyond chance, times the share " +
      "that repeat no key.",
  }),
  validity: ratio.meta({
    description:
      "Share of values that fit the type and spelling of most of their column, without broken " +
      "characters.",
  }),
  consistency: ratio.meta({
    description:
      "How regular the structure is: complete rows up to the end, values in their own columns, and " +
      "one spelling of missing.",
  }),
  plausibility: ratio.optional().meta({
    description:
      "Share of numbers on the scale of their column, without zeros instead of missing values; the mean of " +
      "the numeric columns. Absent in older profiles.",
  }),
  coherence: ratio.optional().meta({
    description:
      "Share of values that keep their column's order or its relation to another one; the mean " +
      "of the columns that have one. Absent in older profiles.",
  }),
  information: ratio.optional().meta({
    description:
      "How informative the columns are: 0 for constants, 0.1 for noise, 1 where other columns, an order or " +
      "a language explain them. Shown, but not counted. Absent in older profiles.",
  }),
  documentation: ratio.meta({
    description: "How well the listing describes the data. Shown, but not counted.",
  }),
});

const weight = z.number().min(0).max(10);

export const profileSchema = z
  .strictObject({
    profile_version: z.literal(PROFILE_VERSION),
    dataset_version: z.string().meta({
      description: "Identifier of the file version that was profiled.",
      example: "019a9b7c-3f61-7d0e-9a55-0c8f2d1b7e11",
    }),
    file_sha256: z.string().meta({
      description: "SHA-256 of the sold file, in hex. Compare a download with it.",
      example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
    computed_at: z.iso.datetime().meta({ example: "2026-11-21T07:30:00.000Z" }),
    partial: z.boolean().meta({
      description: "True if only a part of the rows could be scanned.",
      example: false,
    }),
    rows_scanned: count.meta({ example: 150 }),
    row_count: count.meta({ description: "Data rows in the file, without header.", example: 150 }),
    column_count: count.meta({ example: 5 }),
    byte_size: count.meta({ description: "Size of the file in bytes.", example: 3858 }),
    format: z.string().meta({ description: "Format detected from the content.", example: "csv" }),
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
      ratio: ratio.meta({ description: "Share of cells with a value; 1 without cells." }),
      complete_rows: count.meta({ description: "Rows without a missing cell." }),
    }),
    duplicates: z
      .strictObject({
        rows: count.meta({ description: "Rows that repeat an earlier row." }),
        ratio,
        method: z.enum(["exact", "hash_threshold"]).meta({
          description:
            "`exact` compares 64-bit hashes of all rows; `hash_threshold` compares those of a uniform " +
            "sample of the distinct rows.",
        }),
        error: ratio.meta({
          description: "Error of `ratio` at 95 % confidence; 0 when exact.",
          example: 0,
        }),
      })
      .meta({ description: "Repeated rows." }),
    quality: z
      .strictObject({
        method: z
          .enum(["product", "weighted_mean"])
          .optional()
          .meta({
            description:
              "`product`: the product of the components, each raised to its weight. `weighted_mean`, or " +
              "absent: an older profile, whose score is not comparable.",
          }),
        score: ratio.nullable().meta({
          description: "The combined components; null for what is no table of rows to compare.",
          example: 0.91,
        }),
        not_scored: z.string().optional().meta({ description: "Why there is no score." }),
        components: qualityComponentsSchema,
        weights: z
          .strictObject(
            Object.fromEntries(
              Object.keys(qualityComponentsSchema.shape).map((name) => [name, weight]),
            ) as Record<keyof typeof qualityComponentsSchema.shape, typeof weight>,
          )
          .partial({ plausibility: true, coherence: true, information: true })
          .meta({
            description: "The exponent of each component in the product; 0 does not count.",
          }),
      })
      .meta({ description: "Quality score, explained by its parts." }),
    bounds: geoBoundsSchema.nullable().meta({
      description: "Smallest box around the `bounds` of all columns; null if none has any.",
    }),
    disclosure: disclosureSchema.optional(),
    columns: z.array(columnProfileSchema),
    language: z.string().nullable().optional().meta({
      description: "Language of most of its running text, ISO 639-1; null if undetected.",
      example: "en",
    }),
    keys: keysSchema.optional(),
    correlations: correlationsSchema.nullable().optional().meta({
      description: "Null if fewer than 20 rows or two columns can be compared.",
    }),
    images: imagesSchema.optional().meta({ description: "Only for archives of pictures." }),
    tables: tablesSchema.optional().meta({
      description: "Only for files with several tables, or a table in several parts.",
    }),
    documents: documentsSchema.optional().meta({
      description: "Only for files with such texts besides the data.",
    }),
    alerts: z.array(alertSchema).meta({ description: "Findings about the file as a whole." }),
  })
  .meta({ description: "Profile of the whole sold file." });

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
        description: "`uniform`: every distinct row of the whole file had the same chance.",
      }),
      seed: z.string().meta({
        description:
          "Identifies the method. Rows are chosen by hashes of their own values, so another version " +
          "of a file shows the same rows, as far as it has them.",
        example: "rows-by-hash-1",
      }),
      rows_total: count.meta({ description: "Rows in the whole file.", example: 150 }),
      truncated_cells: count.meta({
        description: "Cells that were cut (text ends in `…`) or replaced by null (nested values).",
        example: 0,
      }),
      withheld_cells: count.optional().meta({
        description:
          "Withheld cells of shown rows, because the paid file is very small; absent if no " +
          "cell and no row is withheld.",
        example: 3,
      }),
      withheld_reason: z.string().optional().meta({
        description: "Why cells or all rows are withheld, in one sentence; absent if none is.",
        example:
          "Of a small paid file at most a tenth is public: of 5 rows with 20 cells in all, 2 cells.",
      }),
    }),
  })
  .meta({ description: "A small, seeded, uniform sample of the rows." });

export type QualityComponents = z.infer<typeof qualityComponentsSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type Sample = z.infer<typeof sampleSchema>;
