/**
 * The folders of a run: one on disk, and one in memory for programs that create and delete files by
 * the thousand. Both are removed when the run ends, also when the runner is killed.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";

const FOLDER_PREFIX = "market-test-";
const SHARED_MEMORY = "/dev/shm";
/** Containers often get 64 MB of shared memory, which one cluster fills. */
const MEMORY_FREE_BYTES_MIN = 8 * 2 ** 30;

const madeDirs = new Map<string, string>();
/** Keeps the processes referenced: garbage collection would close their pipes. */
const removers: Subprocess[] = [];

/** The run's folder on disk with this name, created on first use. */
export function runFolder(name: string): string {
  return folderIn(tmpdir(), name);
}

/**
 * A folder for a Postgres cluster, in memory if there is enough of it. On ext4 each new file
 * searches all files deleted in the last minutes. A database has 800 files, so copying one takes
 * ten times as long once a few have been dropped.
 */
export function clusterFolder(name: string): string {
  return folderIn(hasMemory() ? SHARED_MEMORY : tmpdir(), name);
}

/** A new empty folder, removed when the run ends. */
export function createTestDir(): string {
  return mkdtempSync(join(runFolder("dirs"), "/"));
}

/** The same for a Postgres cluster. */
export function createClusterDir(): string {
  return mkdtempSync(join(clusterFolder("clusters"), "/"));
}

export function removeRunFolders(): void {
  for (const dir of madeDirs.values()) rmSync(dir, { recursive: true, force: true });
}

function folderIn(base: string, name: string): string {
  const path = join(madeDirs.get(base) ?? makeRunDir(base), name);
  mkdirSync(path, { recursive: true });
  return path;
}

function makeRunDir(base: string): string {
  removeAbandonedRuns(base);
  const dir = mkdtempSync(join(base, `${FOLDER_PREFIX}${process.pid}-`));
  if (madeDirs.size === 0) process.once("exit", removeRunFolders);
  madeDirs.set(base, dir);
  removeAfterDeath(dir);
  return dir;
}

function hasMemory(): boolean {
  if (madeDirs.has(SHARED_MEMORY)) return true;
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= MEMORY_FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

/**
 * A killed runner runs no exit handler, nor does a worker of `bun test --parallel`. When such a
 * process ends, a pipe that it never writes to closes, so the remover needs no polling.
 */
function removeAfterDeath(dir: string): void {
  const command = ["sh", "-c", 'read -r _; sleep 1; rm -rf "$0"', dir];
  const remover = Bun.spawn(command, { stdio: ["pipe", "ignore", "ignore"], detached: true });
  remover.unref();
  removers.push(remover);
}

/** Removes folders left by a machine that was killed. */
function removeAbandonedRuns(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = Number(name.slice(FOLDER_PREFIX.length).split("-")[0]);
    if (!name.startsWith(FOLDER_PREFIX) || isAlive(pid)) continue;
    try {
      rmSync(join(base, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user of this machine.
    }
  }
}

/** Signal 0 only tests for existence; EPERM means that the process is another user's and alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
