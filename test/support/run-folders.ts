/**
 * The folders of a run: one on disk, and one in memory for what makes and removes files by the
 * thousand. Both are gone with the run, also when the runner is killed.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";

const FOLDER_PREFIX = "market-test-";
const SHARED_MEMORY = "/dev/shm";
/** Containers are often given 64 MB of it, which one cluster fills. */
const MEMORY_FREE_BYTES_MIN = 8 * 2 ** 30;

const madeDirs = new Map<string, string>();
/** Of one that is collected the pipe would be closed. */
const removers: Subprocess[] = [];

/** A folder of this run on disk, the same one for the same name. */
export function runFolder(name: string): string {
  return folderIn(tmpdir(), name);
}

/**
 * A folder of this run for a Postgres: in memory where there is plenty. ext4 searches all files that
 * were deleted in the last minutes for each new one, and a database is 800 files: there, a copy of
 * one costs ten times as much as soon as a few were dropped.
 */
export function clusterFolder(name: string): string {
  return folderIn(hasMemory() ? SHARED_MEMORY : tmpdir(), name);
}

/** A new empty folder, removed when the run ends. */
export function createTestDir(): string {
  return mkdtempSync(join(runFolder("dirs"), "/"));
}

/** The same for the data of a Postgres. */
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
 * A runner that is killed runs no exit handler, nor does a worker of `bun test --parallel`: its end is
 * that of a pipe which it never writes to, so that whoever waits for it need not ask.
 */
function removeAfterDeath(dir: string): void {
  const command = ["sh", "-c", 'read -r _; sleep 1; rm -rf "$0"', dir];
  const remover = Bun.spawn(command, { stdio: ["pipe", "ignore", "ignore"], detached: true });
  remover.unref();
  removers.push(remover);
}

/** What a killed machine left. */
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

/** Signal 0 only asks; a process of another user answers EPERM, and lives. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
