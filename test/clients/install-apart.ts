/**
 * Installs packages that a few tests alone want, by a lock file of their own, into the cache and not
 * for everyone. The folder holds `package.json` and `bun.lock`.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const cacheDir = join(import.meta.dir, "../../.data/cache");

/** Gives the folder that has the `node_modules`. */
export async function installApart(folder: string, name: string): Promise<string> {
  const installDir = join(cacheDir, name);
  mkdirSync(installDir, { recursive: true });
  for (const file of ["package.json", "bun.lock"]) {
    copyFileSync(join(folder, file), join(installDir, file));
  }
  const child = Bun.spawn([process.execPath, "install", "--frozen-lockfile"], {
    cwd: installDir,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [errors, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (exitCode !== 0) throw new Error(`${name} cannot be installed: ${errors}`);
  return installDir;
}
