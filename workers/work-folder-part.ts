/** The folder below `WORK_DIR` as a part that a role waits for: created, swept, and probed. */
import type { Context } from "../market/context.ts";
import type { Logger } from "../platform/log.ts";
import { PartTrouble } from "../platform/part-trouble.ts";
import {
  makeJobFolder,
  makeProcessFolder,
  sweepWorkFolders,
  tryWriting,
  type WorkFolder,
} from "./jobs/work-folders.ts";

export type MadeFolder = { folder: WorkFolder | null; trouble: PartTrouble | null };

/** First removes what dead workers left, because that may fill the disk. */
export async function openFolder({ ctx, log }: { ctx: Context; log: Logger }, made: MadeFolder) {
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

/** Rejects while the folder cannot be written. */
export async function probeFolder(workDir: string, { folder, trouble }: MadeFolder): Promise<void> {
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
