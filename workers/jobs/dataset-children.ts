/** How the profile job reads files: in child processes of the data engine, with this worker's limits. */
import { availableParallelism } from "node:os";
import {
  ChildFailure,
  type ChildFailureKind,
  createChildPool,
  DEFAULT_LIMITS,
} from "../../dataset/child/pool.ts";
import { isFree } from "../../market/pricing.ts";
import type { Config } from "../../platform/config.ts";
import type { DatasetRunner } from "./profile-upload.ts";

/** What the seller is told of the file's own faults; the child's last words are for the log. */
const failureDetails: Partial<Record<ChildFailureKind, string>> = {
  crashed: "The file made the program that reads it fail. Export it again in another format.",
  out_of_memory: "The file needs more memory than a job may use. Split it into smaller ones.",
  timeout: "The file takes longer than a job may run. Split it into smaller ones.",
};

/** Runs each job in a child process of its own; as many wait, warm, as jobs may run at once. */
export function openDatasetChildren(config: Config, tempDir: string): DatasetRunner {
  const pool = createChildPool({
    tempDir,
    memoryBytesMax: config.PROFILE_MEMORY_BYTES_MAX,
    threads: Math.max(1, Math.floor(availableParallelism() / config.PROFILE_CONCURRENCY)),
    environment: {},
    standbys: config.PROFILE_CONCURRENCY,
  });
  return {
    run({ job, filePath, file, workDir, computedAt }, { signal, onProgress }) {
      const input = {
        filePath,
        workDir,
        formatHint: job.schemaFormat,
        fileSha256: file.sha256,
        byteSize: file.byteSize,
        datasetVersion: job.uploadId,
        paid: !isFree(job),
        documentation: {
          titleLength: job.title.length,
          descriptionLength: job.description.length,
          tagCount: job.tags.length,
          hasLicense: job.license !== null,
        },
        computedAt,
        limits: { ...DEFAULT_LIMITS, byteSizeMax: config.UPLOAD_BYTES_MAX },
      };
      const timeoutSeconds = config.PROFILE_TIMEOUT_SECONDS;
      return pool.run(input, { timeoutSeconds, attempt: job.attempt, signal, onProgress });
    },
    asFailure(error) {
      if (!(error instanceof ChildFailure)) return null;
      const detail = failureDetails[error.kind];
      return detail === undefined ? null : { code: error.kind, detail };
    },
    stop: () => pool.close(),
  };
}
