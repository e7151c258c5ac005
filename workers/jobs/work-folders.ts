/** The folders that jobs work in: one of each worker process, one of each attempt below it. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { hourSeconds } from "../../platform/time.ts";

const folderPattern = /^worker-(?<host>.+)-(?<pid>\d+)-[^-]+$/;
/** Folders of other hosts on a shared disk are left alone for so long. */
const foreignAgeHoursMax = 48;

export type WorkFolder = { path: string; remove(): Promise<void> };

/** Makes this process's folder below `workDir`. */
export async function makeProcessFolder(workDir: string): Promise<WorkFolder> {
  await mkdir(workDir, { recursive: true });
  return folderAt(await mkdtemp(join(workDir, `worker-${hostname()}-${process.pid}-`)));
}

/** Makes a folder for one attempt; its name says nothing that came from outside. */
export async function makeJobFolder(processFolder: WorkFolder): Promise<WorkFolder> {
  return folderAt(await mkdtemp(join(processFolder.path, "job-")));
}

function folderAt(path: string): WorkFolder {
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const probeBytes = new Uint8Array(4096);

/** Throws what a job would: a full or read-only disk takes a folder sometimes, but no byte. */
export async function tryWriting(folder: WorkFolder): Promise<void> {
  const path = join(folder.path, `probe-${randomUUID()}`);
  try {
    await writeFile(path, probeBytes);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Removes what workers left behind that died, and makes `workDir` where it is missing; returns how
 * many folders that were. Call it before this process makes its own.
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
  // In a container that was restarted, the dead worker had this very process's id.
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
