/** Makes an upload readable: downloaded to the disk, or by ranges from the store. */
import { join } from "node:path";
import type { ServedFile } from "../../dataset/child/pool.ts";
import type { Context } from "../../market/context.ts";
import type { ProfileJob } from "../../market/listing/begin-profile-job.ts";
import type { FileFacts } from "../../market/listing/profile-outcome.ts";
import { download, headOf, type KnownObject, requireSame } from "./fetch-file.ts";
import { fetchFolder } from "./fetch-folder.ts";
import type { Pulse } from "./pulse.ts";
import { requireDiskRoom } from "./require-disk-room.ts";
import { StoredBytes } from "./stored-bytes.ts";

export type FetchedUpload = {
  filePath: string;
  byteSize: number;
  /** The files of a folder by name; on disk they are below `filePath`. */
  folder?: { path: string; filePath: string; byteSize: number }[];
  /** Files too large for the disk, each with the reader of its bytes. */
  served?: { file: ServedFile; bytes: StoredBytes }[];
  /**
   * Size and hash; a file that is not on disk is read to its end first. Throws what `fetchFile`
   * throws.
   */
  facts(): Promise<FileFacts>;
};

type Fetching = {
  ctx: Pick<Context, "db" | "storage" | "config">;
  job: Pick<ProfileJob, "uploadId" | "storagePath" | "fileCount"> & KnownObject;
  jobDir: string;
  pulse: Pick<Pulse, "signal" | "report">;
  /** True if it was profiled already and stays unchanged. */
  isProfiled?: boolean;
};

/**
 * Fetches into the job's folder, reports the progress, and runs `use`. A file larger than
 * `WORK_FILE_BYTES_MAX` stays in the store. Throws what `fetchFile` and `use` throw.
 */
export async function withUpload<Result>(
  fetching: Fetching,
  use: (fetched: FetchedUpload) => Promise<Result>,
): Promise<Result> {
  const fetched = await fetchUpload(fetching);
  try {
    return await use(fetched);
  } finally {
    await Promise.all((fetched.served ?? []).map(({ bytes }) => bytes.close()));
  }
}

async function fetchUpload({
  ctx,
  job,
  jobDir,
  pulse,
  isProfiled = false,
}: Fetching): Promise<FetchedUpload> {
  const { storage, config } = ctx;
  const filePath = join(jobDir, "file");
  const onProgress = (bytes_done: number, bytes_total: number) =>
    pulse.report({ phase: "download", bytes_done, bytes_total });
  const { signal } = pulse;
  if (job.fileCount !== null) {
    const target = { dir: filePath, isProfiled, signal, onProgress };
    const { file, parts } = await fetchFolder(ctx, job, target);
    return { filePath, byteSize: file.byteSize, folder: parts, facts: async () => file };
  }
  const { storagePath: key } = job;
  const head = await headOf(storage, key, { known: job, bytesMax: config.UPLOAD_BYTES_MAX });
  const { byteSize, etag } = head;
  if (byteSize > config.WORK_FILE_BYTES_MAX) {
    const bytes = new StoredBytes(storage, { key, etag, byteSize }, { signal });
    const served = [{ file: { filePath, byteSize }, bytes }];
    const facts = async () => {
      const sha256 = await bytes.sha256();
      requireSame({ etag, sha256 }, job);
      return { sha256, byteSize };
    };
    return { filePath, byteSize, served, facts };
  }
  await requireDiskRoom(jobDir, byteSize);
  const file = await download(storage, key, head, {
    ...{ known: job, path: filePath },
    ...{ signal, onProgress },
  });
  return { filePath, byteSize, facts: async () => file };
}
