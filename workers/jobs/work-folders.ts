/** Folders for jobs: one per worker process, and one per attempt within it. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hourSeconds } from "../../platform/time.ts";

const folderPattern = /^worker-(?<host>.+)-(?<pid>\d+)-[^-]+$/;
/** Folders of other hosts on a shared disk are not removed before this age. */
const foreignAgeHoursMax = 48;

export type WorkFolder = { path: string; remove(): Promise<void> };

/** Creates this process's folder below `workDir`. */
export async function makeProcessFolder(workDir: string): Promise<WorkFolder> {
  await mkdir(workDir, { recursive: true });
  return folderAt(await mkdtemp(join(workDir, `worker-${hostname()}-${process.pid}-`)));
}

/** Creates a folder for one attempt; its name contains nothing from outside. */
export async function makeJobFolder(processFolder: WorkFolder): Promise<WorkFolder> {
  return folderAt(await mkdtemp(join(processFolder.path, "job-")));
}

function folderAt(path: string): WorkFolder {
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const probeBytes = new Uint8Array(4096);

/**
 * Writes to the folder as a job would: a full or read-only disk may allow a new folder but no data.
 */
export async function tryWriting(folder: WorkFolder): Promise<void> {
  const path = join(folder.path, `probe-${randomUUID()}`);
  try {
    await writeFile(path, probeBytes);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Removes what dead workers left behind, creates `workDir` if it is missing, and returns the number
 * of removed folders. Call it before this process makes its own.
 */
export async function sweepWorkFolders(workDir: string, now: Date): Promise<number> {
  await mkdir(workDir, { recursive: true });
  let removed = 0;
  for (const name of await readdir(workDir)) {
    const path = join(workDir, name);
    if (!(await isAbandoned(name, path, now))) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isAbandoned(name: string, path: string, now: Date): Promise<boolean> {
  const owner = folderPattern.exec(name)?.groups;
  const facts = await stat(path).catch(() => null);
  if (owner === undefined || facts === null) return false;
  const ageSeconds = (now.getTime() - facts.mtimeMs) / 1000;
  if (owner.host !== hostname()) return ageSeconds > foreignAgeHoursMax * hourSeconds;
  // In a restarted container, the dead worker had the same process id as this one.
  if (Number(owner.pid) === process.pid) return ageSeconds > process.uptime();
  return !isRunning(Number(owner.pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
