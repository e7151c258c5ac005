/**
 * Installs packages that only a few tests need, with a separate lock file, into the cache. The
 * folder holds `package.json` and `bun.lock`.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const cacheDir = join(import.meta.dir, "../../.data/cache");

/** Returns the folder that has the `node_modules`. */
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
