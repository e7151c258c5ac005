/** What a folder takes on disk, and by what its owner starts our scripts. */
import { lstat, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";

/**
 * The blocks of all files below a folder; what vanishes or cannot be read meanwhile counts nothing. Goes
 * folder by folder: Bun's `recursive` follows links, and unpacked packages hold some that lead in circles.
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

/** Folders that npx and `bun run` put before the user's own: what is in them is gone afterwards. */
const borrowedFolder = /node_modules[/\\]\.bin|[/\\]bun-node/;

/** `bun` where the user has it, else the whole command of who has only npm. */
export function runnerOf(path: string): string {
  const folders = path.split(delimiter).filter((folder) => !borrowedFolder.test(folder));
  const found = Bun.which("bun", { PATH: folders.join(delimiter) });
  return found === null ? `npx -y bun@${Bun.version}` : "bun";
}
