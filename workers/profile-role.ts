/**
 * The role that profiles uploads. It works in a folder below `WORK_DIR`; while that cannot be made or
 * written (a full disk, a mount that is missing) it takes no job, and the process lives on.
 */
import { watchListingChanges } from "../db/changes.ts";
import type { DatabaseHandle } from "../db/client.ts";
import type { Context } from "../market/context.ts";
import type { Logger } from "../platform/log.ts";
import { PartTrouble, waitForPart } from "../platform/part-trouble.ts";
import type { Job } from "./consume.ts";
import { createProfileJob, type DatasetRunner } from "./jobs/profile-upload.ts";
import {
  makeJobFolder,
  makeProcessFolder,
  sweepWorkFolders,
  tryWriting,
  type WorkFolder,
} from "./jobs/work-folders.ts";
import type { WorkerMetrics } from "./metrics.ts";
import type { Role } from "./role.ts";

export type ProfileRoleDeps = {
  ctx: Context;
  listen: DatabaseHandle["listen"];
  /** Given a folder for temporary files, which the role removes when it stops. */
  openDatasets: (tempDir: string) => DatasetRunner;
  log: Logger;
  metrics: WorkerMetrics;
};

type Made = { folder: WorkFolder | null; trouble: PartTrouble | null };

/** `consume` starts to take jobs. */
export function startProfile(deps: ProfileRoleDeps, consume: (job: Job) => Role): Role {
  const stopping = new AbortController();
  const made: Made = { folder: null, trouble: null };
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
  { made, signal }: { made: Made; signal: AbortSignal },
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

/** What dead workers left is removed first: it may be what fills the disk. */
async function openFolder({ ctx, log }: ProfileRoleDeps, made: Made) {
  const { WORK_DIR } = ctx.config;
  let processFolder: WorkFolder | null = null;
  try {
    const swept = await sweepWorkFolders(WORK_DIR, ctx.now());
    if (swept > 0) log.info({ swept }, "removed the folders of dead workers");
    processFolder = await makeProcessFolder(WORK_DIR);
    await tryWriting(processFolder);
    return { processFolder, datasetsDir: (await makeJobFolder(processFolder)).path };
  } catch (error) {
    await processFolder?.remove().catch(() => {});
    made.trouble = folderTrouble(WORK_DIR, error);
    throw made.trouble;
  }
}

async function probeFolder(workDir: string, { folder, trouble }: Made): Promise<void> {
  if (folder === null) throw trouble ?? folderTrouble(workDir, null);
  try {
    await tryWriting(folder);
  } catch (error) {
    throw folderTrouble(workDir, error);
  }
}

const codeReasons: Record<string, string> = {
  ENOSPC: "its disk is full",
  EDQUOT: "its quota is used up",
  EROFS: "its disk is read-only",
  EACCES: "this user may not write to it",
  EPERM: "this user may not write to it",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a file of this name is in its place",
};

function folderTrouble(workDir: string, cause: unknown): PartTrouble {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  const reason = code === null ? "it cannot be used yet" : (codeReasons[code] ?? code);
  return new PartTrouble(`WORK_DIR (${workDir}): ${reason}`, { cause });
}
