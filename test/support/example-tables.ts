import type { ProfileCharts } from "../../market/profile/charts.ts";
import type { Profile, Sample } from "../../market/profile/schemas.ts";
import type { packTables } from "../../market/profile/table-pack.ts";
import type { DatasetTable } from "../../market/profile/table-schemas.ts";
import { exampleProfile } from "./example-profile.ts";

/**
 * The fields that a file with several tables adds to a profile, and the stored data of its other
 * tables.
 */
export type SeveralTables = {
  ofDefault: Pick<Profile, "tables" | "documents">;
  others: Parameters<typeof packTables>[0];
};

const table: DatasetTable = {
  name: "iris",
  path: "data/iris.csv",
  is_default: true,
  rows: 2,
  columns: 2,
  format: "csv",
  byte_size: 37,
  quality_score: 0.9,
  parts: 1,
  part_paths: [],
  error: null,
};

const peopleProfile: Profile = {
  ...exampleProfile,
  row_count: 1,
  rows_scanned: 1,
  columns: exampleProfile.columns.map((column, i) => ({ ...column, name: `person_${i}` })),
};

const peopleSample: Sample = {
  columns: peopleProfile.columns.map(({ name, type }) => ({ name, type })),
  rows: [[1.5, "Ada"]],
  sampling: { method: "all_rows", seed: "0", rows_total: 1, truncated_cells: 0 },
};

const peopleCharts: ProfileCharts = {
  thumbnail: null,
  places: { places: [[8.5, 47.4, null]], column: null, outlines: [], of: "sample" },
};

/** `iris` is the default table, `people` a second one, and `broken` could not be read. */
export const exampleTables: SeveralTables = {
  ofDefault: {
    tables: [
      table,
      { ...table, name: "people", path: "data/people.csv", is_default: false, rows: 1 },
      {
        ...{ ...table, name: "broken", path: "data/broken.parquet", is_default: false },
        ...{ rows: null, columns: null, format: null, quality_score: null },
        error: { code: "malformed_file", detail: "The file could not be read as what it is." },
      },
    ],
    documents: [
      { path: "README.md", kind: "readme", byte_size: 8, text: "# Irises", truncated: false },
    ],
  },
  others: [{ position: 1, profile: peopleProfile, sample: peopleSample, charts: peopleCharts }],
};
