/** A profile for tests that have no worker. */
import { type ColumnProfile, type Profile, profileSchema } from "../../market/profile/schemas.ts";
import { noTextFigures } from "../../market/profile/text-figures.ts";

const numbers: ColumnProfile = {
  name: "sepal",
  index: 0,
  type: "number",
  semantic_type: null,
  null_count: 0,
  null_ratio: 0,
  distinct_count: 2,
  distinct_method: "exact",
  distinct_error: 0,
  min: 5.1,
  max: 6.3,
  mean: 5.7,
  median: 5.7,
  std: 0.85,
  quantiles: { p5: 5.16, p25: 5.4, p50: 5.7, p75: 6, p95: 6.24, method: "exact", rank_error: 0 },
  histogram: { bin_edges: [5, 6, 7], counts: [1, 1], method: "exact" },
  top_values: null,
  top_values_method: null,
  top_values_error: null,
  ...noTextFigures,
  dates: null,
  bounds: null,
  geometry_types: null,
  pii: [],
  alerts: [],
};

const words: ColumnProfile = {
  ...numbers,
  name: "species",
  index: 1,
  type: "string",
  min: null,
  max: null,
  mean: null,
  median: null,
  std: null,
  quantiles: null,
  histogram: null,
  length: { min: 6, max: 9, mean: 7.5 },
};

/** A profile as a worker writes it, of a file with two rows and two columns. */
export const exampleProfile: Profile = profileSchema.parse({
  profile_version: 1,
  dataset_version: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b",
  file_sha256: "a".repeat(64),
  computed_at: "2026-11-21T07:30:00.000Z",
  partial: false,
  rows_scanned: 2,
  row_count: 2,
  column_count: 2,
  byte_size: 40,
  format: "csv",
  encoding: "utf-8",
  delimiter: ",",
  completeness: { cells_total: 4, cells_missing: 0, ratio: 1, complete_rows: 2 },
  duplicates: { rows: 0, ratio: 0, method: "exact", error: 0 },
  quality: {
    score: 0.9,
    components: { completeness: 1, uniqueness: 1, validity: 1, consistency: 1, documentation: 0.4 },
    weights: {
      completeness: 0.3,
      uniqueness: 0.15,
      validity: 0.25,
      consistency: 0.15,
      documentation: 0.15,
    },
  },
  bounds: null,
  columns: [numbers, words],
  alerts: [],
});
