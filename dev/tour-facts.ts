/** The disk usage of a folder, and the command that starts our scripts. */
import { lstat, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";

/**
 * Disk usage of all files below a folder; files that vanish or cannot be read are skipped. Walks
 * folder by folder, because Bun's `recursive` follows links, and unpacked packages contain circular
 * ones.
 */
export async function bytesOnDisk(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const found = await lstat(path).catch(() => null);
    bytes += (found?.blocks ?? 0) * blockBytes;
    if (entry.isDirectory()) bytes += await bytesOnDisk(path);
  }
  return bytes;
}

const blockBytes = 512;

/** Folders that npx and `bun run` put before the user's own; their contents are temporary. */
const borrowedFolder = /node_modules[/\\]\.bin|[/\\]bun-node/;

/** `bun` if the user has it, otherwise the whole command for users with only npm. */
export function runnerOf(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !borrowedFolder.test(folder));
  const found = Bun.which("bun", { PATH: folders.join(delimiter) });
  return found === null ? `npx -y bun@${Bun.version}` : "bun";
}
