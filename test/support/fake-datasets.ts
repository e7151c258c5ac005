/** Stand-ins for the child processes that profile files, for suites that test the job itself. */

import type { DatasetReport } from "../../dataset/child/pool.ts";
import type { Profile, Sample } from "../../market/profile/schemas.ts";
import type { DatasetRunner } from "../../workers/jobs/dataset-runner.ts";
import { exampleProfile } from "./example-profile.ts";

/** A runner that finds two columns in every file, immediately and in this process. */
export function instantDatasets(run?: DatasetRunner["run"]): DatasetRunner {
  return {
    run: run ?? (async (input) => fakeReport(input.job.uploadId)),
    makeTwins: async ({ order }) =>
      order.tables.map(({ position }) => {
        return { position, outcome: "none", code: "table_unread", detail: "It is made up." };
      }),
    drawRows: async () => ({ outcome: "none", detail: "It is made up." }),
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
    charts: { thumbnail: null },
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

function fakeProfile(uploadId: string): Profile {
  const columns = ["Day", "mm"].map((name, index) => {
    const [numbers] = exampleProfile.columns;
    if (numbers === undefined) throw new Error("the example profile has no column");
    return { ...numbers, name, index };
  });
  return { ...exampleProfile, dataset_version: uploadId, columns };
}
