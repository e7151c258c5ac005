/**
 * The role that profiles uploads, in a folder below `WORK_DIR`. While the folder cannot be created
 * or written (a full disk, a missing mount), the role takes no jobs and the process keeps running.
 */
import { watchListingChanges } from "../db/changes.ts";
import type { DatabaseHandle } from "../db/client.ts";
import type { Context } from "../market/context.ts";
import type { Logger } from "../platform/log.ts";
import { waitForPart } from "../platform/part-trouble.ts";
import type { Job } from "./consume.ts";
import type { DatasetRunner } from "./jobs/dataset-runner.ts";
import { createProfileJob } from "./jobs/profile-upload.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { Role } from "./role.ts";
import { type MadeFolder, openFolder, probeFolder } from "./work-folder-part.ts";

export type ProfileRoleDeps = {
  ctx: Context;
  listen: DatabaseHandle["listen"];
  /** Receives a folder for temporary files, which the role removes when it stops. */
  openDatasets: (tempDir: string, standbys?: number) => DatasetRunner;
  log: Logger;
  metrics: WorkerMetrics;
};

/** `consume` starts to take jobs. */
export function startProfile(deps: ProfileRoleDeps, consume: (job: Job) => Role): Role {
  const stopping = new AbortController();
  const made: MadeFolder = { folder: null, trouble: null };
  const starting = begin(deps, consume, { made, signal: stopping.signal });
  return {
    probes: { work_folder: () => probeFolder(deps.ctx.config.WORK_DIR, made) },
    async stop() {
      stopping.abort();
      const running = await starting;
      await running?.stop();
    },
  };
}

async function begin(
  deps: ProfileRoleDeps,
  consume: (job: Job) => Role,
  { made, signal }: { made: MadeFolder; signal: AbortSignal },
): Promise<Role | null> {
  const { ctx, log, metrics } = deps;
  const waiting = { log, signal };
  const opened = await waitForPart("work_folder", () => openFolder(deps, made), waiting).catch(
    () => null,
  );
  if (opened === null) return null;
  const { processFolder, datasetsDir } = opened;
  made.folder = processFolder;
  const changes = watchListingChanges(deps.listen, log);
  const datasets = deps.openDatasets(datasetsDir);
  const consumer = consume(createProfileJob({ ctx, changes, processFolder, datasets, metrics }));
  return {
    async stop() {
      await consumer.stop();
      await Promise.all([changes.stop(), datasets.stop()]);
      await processFolder.remove();
    },
  };
}
