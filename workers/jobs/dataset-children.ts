/** Runs profile jobs in child processes of the data engine, with this worker's limits. */
import { availableParallelism } from "node:os";
import {
  type ByteSource,
  ChildFailure,
  type ChildFailureKind,
  createChildPool,
  type DatasetReport,
  DEFAULT_LIMITS,
} from "../../dataset/child/pool.ts";
import { isFree } from "../../market/pricing.ts";
import { joinKeyOf } from "../../market/profile/join/join-key.ts";
import { promisesUpdates } from "../../market/profile/rules.ts";
import type { Profile } from "../../market/profile/schemas.ts";
import type { Config } from "../../platform/config.ts";
import type { DatasetRunner } from "./dataset-runner.ts";
import type { FetchedUpload } from "./fetch-upload.ts";
import { traceChild } from "./trace-child.ts";

/** Texts for the seller about faults of the file; the child's last output goes to the log. */
function failureDetail(kind: ChildFailureKind, config: Config): string | undefined {
  const bytes = config.PROFILE_MEMORY_BYTES_MAX.toLocaleString("en");
  const seconds = config.PROFILE_TIMEOUT_SECONDS.toLocaleString("en");
  const details: Partial<Record<ChildFailureKind, string>> = {
    crashed: "Reading the file made the program fail. Export it again in another format.",
    out_of_memory: `Reading the file takes more than the ${bytes} bytes of memory that a job may use. Split it into smaller ones.`,
    timeout: `Reading the file takes longer than the ${seconds} seconds that a job may take. Split it into smaller ones.`,
  };
  return details[kind];
}

/** The child's input. The hash of a file that is not on disk is known only after it was read. */
async function fileInput(fetched: FetchedUpload) {
  const { filePath, byteSize, folder, served } = fetched;
  const fileSha256 = served === undefined ? (await fetched.facts()).sha256 : unknownSha256;
  return {
    ...{ filePath, byteSize, fileSha256 },
    ...(folder && { folder }),
    ...(served && { served: served.map(({ file }) => file) }),
  };
}

const unknownSha256 = "0".repeat(64);

function bytesOf({ served = [] }: FetchedUpload): ByteSource {
  return {
    async *read(file, start, length) {
      const source = served[file];
      if (source === undefined) throw new RangeError(`no file is served at ${file}`);
      yield* source.bytes.read(start, length);
    },
  };
}

/** The report with the file's hash in each of its profiles. */
function withFileHash(report: DatasetReport, sha256: string): DatasetReport {
  const hashed = <P extends Profile | null>(profile: P): P =>
    profile === null ? profile : { ...profile, file_sha256: sha256 };
  if (report.outcome === "no_sample") return { ...report, profile: hashed(report.profile) };
  const { otherTables } = report;
  return {
    ...report,
    profile: hashed(report.profile),
    ...(otherTables && {
      otherTables: otherTables.map((table) => ({ ...table, profile: hashed(table.profile) })),
    }),
  };
}

/** Runs each job in its own child process; `standbys` of them wait, warm. */
export function openDatasetChildren(
  config: Config,
  tempDir: string,
  standbys = config.PROFILE_CONCURRENCY,
): DatasetRunner {
  const pool = createChildPool({
    tempDir,
    memoryBytesMax: config.PROFILE_MEMORY_BYTES_MAX,
    threads: Math.max(1, Math.floor(availableParallelism() / config.PROFILE_CONCURRENCY)),
    environment: {},
    standbys,
    warmUpTables: config.PROFILE_WARM_UP_TABLES,
  });
  const joinKey = joinKeyOf(config).hashKey;
  const limits = {
    ...DEFAULT_LIMITS,
    byteSizeMax: config.UPLOAD_BYTES_MAX,
    decompressedBytesMax: config.DECOMPRESSED_BYTES_MAX,
  };
  /** What a child needs only for a profile. */
  const undescribed = () => ({
    paid: false,
    documentation: { titleLength: 0, descriptionLength: 0, tagCount: 0, hasLicense: false },
    computedAt: new Date(),
    limits,
  });
  return {
    async run({ job, workDir, computedAt, ...fetched }, { signal, onProgress, onPeakRss, kept }) {
      const input = {
        ...(await fileInput(fetched)),
        workDir,
        formatHint: job.schemaFormat,
        datasetVersion: job.uploadId,
        paid: !isFree(job),
        coarse: !isFree(job) && job.distributions === "coarse",
        documentation: {
          titleLength: job.title.length,
          descriptionLength: job.description.length,
          tagCount: job.tags.length,
          hasLicense: job.license !== null,
          promisesUpdates: promisesUpdates(`${job.title} ${job.description} ${job.tags.join(" ")}`),
        },
        computedAt,
        limits,
        joinKey,
      };
      const timeoutSeconds = config.PROFILE_TIMEOUT_SECONDS;
      const bytes = bytesOf(fetched);
      const report = await traceChild("profile", onPeakRss, (told) =>
        pool.run(input, {
          ...{ timeoutSeconds, attempt: job.attempt, signal, bytes, kept },
          onProgress(progress) {
            told.onPhase(progress.phase);
            onProgress(progress);
          },
          onPeakRss: told.onPeakRss,
        }),
      );
      if (fetched.served === undefined) return report;
      return withFileHash(report, (await fetched.facts()).sha256);
    },
    async makeTwins({ workDir, order, ...of }, { signal, onProgress, onPeakRss, kept }) {
      const input = {
        ...(await fileInput(of)),
        workDir,
        formatHint: of.schemaFormat,
        datasetVersion: of.uploadId,
        ...undescribed(),
      };
      const timeoutSeconds = config.PROFILE_TIMEOUT_SECONDS;
      const bytes = bytesOf(of);
      const options = { timeoutSeconds, attempt: of.attempt, signal, onProgress, bytes, kept };
      return await traceChild("twin", onPeakRss, (told) =>
        pool.makeTwins(input, order, { ...options, onPeakRss: told.onPeakRss }),
      );
    },
    async drawRows({ filePath, byteSize, workDir, attempt, order }, { signal, onPeakRss }) {
      const of = { filePath, byteSize, workDir, fileSha256: order.fileSha256 };
      const input = { ...of, formatHint: null, datasetVersion: "", ...undescribed() };
      const timeoutSeconds = config.PROFILE_TIMEOUT_SECONDS;
      return await traceChild("trial", onPeakRss, (told) =>
        pool.draw(input, order, {
          ...{ timeoutSeconds, attempt, signal, onPeakRss: told.onPeakRss },
        }),
      );
    },
    asFailure(error) {
      if (!(error instanceof ChildFailure)) return null;
      const detail = failureDetail(error.kind, config);
      return detail === undefined ? null : { code: error.kind, detail };
    },
    stop: () => pool.close(),
  };
}
