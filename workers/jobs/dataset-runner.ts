/** The interface of jobs to the data engine, which runs outside the worker's own process. */
import type {
  DatasetProgress,
  DatasetReport,
  DrawOrder,
  DrawOutcome,
  KeptChild,
  TwinOrder,
  TwinOutcome,
} from "../../dataset/child/pool.ts";
import type { ProfileJob } from "../../market/listing/begin-profile-job.ts";
import type { FetchedUpload } from "./fetch-upload.ts";

/** The child process's input about the file and its listing. */
type DatasetInput = FetchedUpload & {
  job: ProfileJob;
  workDir: string;
  computedAt: Date;
};

/** A child's input about a file to make its Parquet twins. */
type TwinInput = FetchedUpload & {
  workDir: string;
  uploadId: string;
  attempt: number;
  schemaFormat: string | null;
  order: TwinOrder;
};

/** A child's input about the Parquet file of which it draws rows. */
type DrawInput = {
  filePath: string;
  byteSize: number;
  workDir: string;
  attempt: number;
  order: DrawOrder;
};

/** The child failed on the file; the next attempt, with smaller chunks, may succeed. */
export type DatasetFailure = { code: string; detail: string };

type RunnerOptions = {
  signal: AbortSignal;
  /** Called once when the job has ended, with its process's peak memory. */
  onPeakRss?: (bytes: number) => void;
  /** Takes the profile's child after its report, and gives it to the job that writes Parquet. */
  kept?: KeptChild | undefined;
};

/** Runs the heavy part outside this process. */
export type DatasetRunner = {
  run(
    input: DatasetInput,
    options: RunnerOptions & { onProgress: (progress: DatasetProgress) => void },
  ): Promise<DatasetReport>;
  makeTwins(
    input: TwinInput,
    options: RunnerOptions & { onProgress: () => void },
  ): Promise<TwinOutcome[]>;
  drawRows(input: DrawInput, options: Omit<RunnerOptions, "kept">): Promise<DrawOutcome>;
  /** The fault of the file in which the child failed; null if the file is not at fault. */
  asFailure(error: unknown): DatasetFailure | null;
  stop(): Promise<void>;
};
