/** Stand-ins for the child processes that profile files, for suites that are about the job itself. */
import type { Profile, Sample } from "../../market/profile/schemas.ts";
import type { DatasetReport } from "../../workers/dataset/report.ts";
import type { DatasetRunner } from "../../workers/jobs/profile-upload.ts";

/** A runner that finds two columns in every file, in this process and at once. */
export function instantDatasets(run?: DatasetRunner["run"]): DatasetRunner {
  return {
    run: run ?? (async (input) => fakeReport(input.job.uploadId)),
    asFailure: (error) => (error instanceof FakeChildFailure ? error.failure : null),
    stop: async () => {},
  };
}

export class FakeChildFailure extends Error {
  readonly failure = { code: "out_of_memory", detail: "The file needs more memory." };
}

export function fakeReport(uploadId: string): DatasetReport {
  return {
    outcome: "generated",
    format: "csv",
    compression: null,
    encoding: "utf-8",
    delimiter: ",",
    profile: fakeProfile(uploadId),
    sample: fakeSample,
  };
}

const fakeSample: Sample = {
  columns: [
    { name: "Day", type: "integer" },
    { name: "mm", type: "number" },
  ],
  rows: [
    [1, 2.5],
    [2, 0],
  ],
  sampling: { method: "all_rows", seed: "0", rows_total: 2, truncated_cells: 0 },
};

const components = {
  completeness: 1,
  uniqueness: 1,
  validity: 1,
  consistency: 1,
  documentation: 0.5,
};

function fakeProfile(uploadId: string): Profile {
  const column = (name: string, index: number): Profile["columns"][number] => ({
    name,
    index,
    type: "number",
    semantic_type: null,
    null_count: 0,
    null_ratio: 0,
    distinct_count: 2,
    distinct_method: "exact",
    distinct_error: 0,
    min: 0,
    max: 2,
    mean: 1,
    median: 1,
    std: 1,
    quantiles: null,
    histogram: null,
    top_values: null,
    top_values_method: null,
    top_values_error: null,
    length: null,
    dates: null,
    bounds: null,
    geometry_types: null,
    pii: [],
    alerts: [],
  });
  return {
    profile_version: 1,
    dataset_version: uploadId,
    file_sha256: "0".repeat(64),
    computed_at: new Date().toISOString(),
    partial: false,
    rows_scanned: 2,
    row_count: 2,
    column_count: 2,
    byte_size: 17,
    format: "csv",
    encoding: "utf-8",
    delimiter: ",",
    completeness: { cells_total: 4, cells_missing: 0, ratio: 1, complete_rows: 2 },
    duplicates: { rows: 0, ratio: 0, method: "exact", error: 0 },
    quality: { score: 0.9, components, weights: components },
    bounds: null,
    columns: [column("Day", 0), column("mm", 1)],
    alerts: [],
  };
}
