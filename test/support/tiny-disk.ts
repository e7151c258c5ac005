/** A disk of a few kilobytes, which is full for real. */
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

type TinyDisk = { path: string; remove(): void };

/** Throws where this user may not mount. */
export function mountTinyDisk(kibibytes: number): TinyDisk {
  const path = mkdtempSync(join(tmpdir(), "tiny-disk-"));
  const size = `size=${kibibytes}k`;
  const mounted = Bun.spawnSync(["mount", "-t", "tmpfs", "-o", size, "tmpfs", path]);
  if (!mounted.success) {
    rmdirSync(path);
    throw new Error(`a full disk needs a user who may mount: ${mounted.stderr}`);
  }
  return {
    path,
    remove() {
      Bun.spawnSync(["umount", "--lazy", path]);
      rmdirSync(path);
    },
  };
}
