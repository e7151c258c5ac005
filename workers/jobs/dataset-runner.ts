/** What jobs ask of the data engine, wherever it runs: outside of the worker's own process. */
import type {
  DatasetProgress,
  DatasetReport,
  TwinOrder,
  TwinOutcome,
} from "../../dataset/child/pool.ts";
import type { ProfileJob } from "../../market/listing/begin-profile-job.ts";
import type { FetchedUpload } from "./fetch-upload.ts";

/** What the child process is told about the file and about the listing that it belongs to. */
type DatasetInput = FetchedUpload & {
  job: ProfileJob;
  workDir: string;
  computedAt: Date;
};

/** What a child is told of a file whose Parquet twins it makes. */
type TwinInput = FetchedUpload & {
  workDir: string;
  uploadId: string;
  attempt: number;
  schemaFormat: string | null;
  order: TwinOrder;
};

/** The child could not cope with the file; the next attempt, in smaller chunks, may. */
export type DatasetFailure = { code: string; detail: string };

type RunnerOptions = {
  signal: AbortSignal;
  /** Hears once, when the job has ended, what memory its process had at most. */
  onPeakRss?: (bytes: number) => void;
};

/** Where the heavy part runs: outside this process. */
export type DatasetRunner = {
  run(
    input: DatasetInput,
    options: RunnerOptions & { onProgress: (progress: DatasetProgress) => void },
  ): Promise<DatasetReport>;
  makeTwins(
    input: TwinInput,
    options: RunnerOptions & { onProgress: () => void },
  ): Promise<TwinOutcome[]>;
  /** What of the file the child failed on; null where it was no fault of the file. */
  asFailure(error: unknown): DatasetFailure | null;
  stop(): Promise<void>;
};
