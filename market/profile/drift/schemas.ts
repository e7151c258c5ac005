/** The wire shapes of changes between two versions of a dataset. */
import { z } from "zod";
import { columnTypeSchema } from "../column-schemas.ts";
import { CHANGE_SENTENCES_MAX, CHANGED_COLUMNS_MAX, DRIFTED_COLUMNS_MAX } from "../limits.ts";
import { count, ratio } from "../wire-numbers.ts";

const scalar = z.union([z.number(), z.string()]);

/** Both figures of a pair; null if a version has none or does not show it. */
const pairOf = <T extends z.ZodType>(value: T) =>
  z.object({ from: value.nullable(), to: value.nullable() });

const rowMethods = ["exact", "estimated", "not_comparable"] as const;
const rowReasons = [
  "columns_changed",
  "types_changed",
  "format_changed",
  "reader_changed",
  "not_kept",
] as const;
export type RowReason = (typeof rowReasons)[number];

const rowsSchema = z
  .object({
    before: count.meta({ example: 1461 }),
    after: count.meta({ example: 1826 }),
    added: count.nullable().meta({
      description: "Rows that the earlier version does not have, counting repeats (EXCEPT ALL).",
      example: 365,
    }),
    removed: count.nullable().meta({ description: "Rows that are gone.", example: 0 }),
    unchanged: count.nullable().meta({ description: "Rows that both hold.", example: 1461 }),
    edited: count.nullable().meta({
      description:
        "Part of the added and removed rows: rows that both versions have under the same value of " +
        "`key_column`, with other values. Null if no column identifies the rows.",
      example: 0,
    }),
    key_column: z.string().nullable().meta({
      description: "The column that identifies edited rows.",
      example: null,
    }),
    method: z.enum(rowMethods).meta({
      description:
        "`exact`: all rows were compared by their hashes. `estimated`: by the hashes below a " +
        "threshold, a uniform sample.",
      example: "exact",
    }),
    error: count.meta({
      description:
        "The possible error of `added`, `removed` and `unchanged` in rows (95 % confidence); 0 when " +
        "exact.",
      example: 0,
    }),
    columns_compared: count.meta({
      description: "Number of columns used to compare rows; the others changed.",
      example: 6,
    }),
    reason: z
      .enum(rowReasons)
      .nullable()
      .meta({
        description:
          "Why rows could not be compared: `columns_changed`, `types_changed`, `format_changed`; " +
          "`reader_changed`: another release read the earlier file; `not_kept`: one of the files was " +
          "profiled before row hashes existed, or has no table.",
        example: null,
      }),
  })
  .meta({ description: "Rows of the newer version compared with the earlier one." });

const namedColumn = z.object({ name: z.string(), type: columnTypeSchema });
const renamedColumn = z.object({
  from: z.string(),
  to: z.string(),
  type: columnTypeSchema,
});
const retypedColumn = z.object({
  name: z.string(),
  from: columnTypeSchema,
  to: columnTypeSchema,
});

const columnsSchema = z
  .object({
    before: count.meta({ example: 6 }),
    after: count.meta({ example: 6 }),
    added_count: count,
    added: z.array(namedColumn).max(CHANGED_COLUMNS_MAX),
    removed_count: count,
    removed: z.array(namedColumn).max(CHANGED_COLUMNS_MAX),
    renamed_count: count,
    renamed: z
      .array(renamedColumn)
      .max(CHANGED_COLUMNS_MAX)
      .meta({
        description:
          "A guess: at the same position, with the same type and distribution. These are " +
          "neither in `added` nor in `removed`.",
      }),
    retyped_count: count,
    retyped: z.array(retypedColumn).max(CHANGED_COLUMNS_MAX),
    reordered: z.boolean().meta({
      description: "Whether the columns of both versions have another order.",
    }),
  })
  .meta({ description: "Schema changes: each list has the first columns, each count covers all." });

const driftLevels = ["none", "minor", "major"] as const;
export type DriftLevel = (typeof driftLevels)[number];

const driftFindings = [
  "distribution",
  "missing",
  "mean",
  "spread",
  "range",
  "period",
  "categories",
  "constant",
  "uniqueness",
  "length",
  "unit",
  "personal_data",
] as const;
export type DriftFinding = (typeof driftFindings)[number];

const columnDriftSchema = z
  .object({
    name: z.string().meta({ description: "In the newer version.", example: "precipitation" }),
    type: columnTypeSchema,
    level: z.enum(driftLevels).meta({
      description:
        "`none`: the values moved on (a later period, a wider range) with the same distribution.",
      example: "minor",
    }),
    findings: z.array(z.enum(driftFindings)).meta({ example: ["mean"] }),
    distance: z
      .object({
        method: z.enum(["kolmogorov_smirnov", "jensen_shannon"]).meta({
          description:
            "`kolmogorov_smirnov`: largest difference of the cumulative shares, for numbers, from " +
            "histograms and quantiles. `jensen_shannon`: that distance (base 2), for categories.",
        }),
        value: ratio,
      })
      .nullable()
      .meta({ description: "Distance of the two distributions; null if unknown." }),
    null_ratio: pairOf(ratio),
    distinct_count: pairOf(count),
    mean: pairOf(z.number()),
    std: pairOf(z.number()),
    min: pairOf(scalar),
    max: pairOf(scalar),
    mean_length: pairOf(z.number()),
    categories_added: z.array(scalar.or(z.boolean())).meta({
      description: "Frequent values that the earlier version did not show; five at most.",
    }),
    categories_removed: z.array(scalar.or(z.boolean())),
    unit: z.string().nullable().meta({
      description: "A guess: the factor by which all values were multiplied.",
      example: null,
    }),
  })
  .meta({ description: "How one column's values have shifted." });

export const changesSchema = z
  .object({
    changes_version: z.literal(1),
    sentences: z
      .array(z.string())
      .max(CHANGE_SENTENCES_MAX)
      .meta({
        description:
          "The changes in words, most important first. Column names are the seller's text.",
        example: ["365 rows were added, none was removed."],
      }),
    rows: rowsSchema,
    columns: columnsSchema,
    drift: z.array(columnDriftSchema).max(DRIFTED_COLUMNS_MAX).meta({
      description: "The columns that shifted most.",
    }),
    drifted_count: count.meta({ description: "Columns that shifted at all." }),
    major_count: count.meta({ description: "Columns whose shift is `major`." }),
    quality_score: pairOf(ratio),
    format: pairOf(z.string()),
    table: pairOf(z.string())
      .nullable()
      .meta({
        description:
          "The names of the compared tables, if they differ; for a file with several " +
          "tables the default one is compared.",
      }),
    alerts_added: z.array(z.string()).meta({ description: "Codes of the file's alerts." }),
    alerts_removed: z.array(z.string()),
  })
  .meta({ description: "Changes from one version's profile to another's." });

/** A short summary of a newer version's changes. */
export const changesSummary = z
  .object({
    from_version: z.int().min(1).meta({ example: 1 }),
    sentences: changesSchema.shape.sentences,
    rows_added: rowsSchema.shape.added,
    rows_removed: rowsSchema.shape.removed,
  })
  .meta({ description: "Short summary of the changes since an earlier version." });

export type ChangesSummaryView = z.infer<typeof changesSummary>;
export type RowChanges = z.infer<typeof rowsSchema>;
export type ColumnChanges = z.infer<typeof columnsSchema>;
export type ColumnDrift = z.infer<typeof columnDriftSchema>;
export type VersionChanges = z.infer<typeof changesSchema>;
