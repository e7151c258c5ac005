/**
 * The Inspector is large and only two tests need it, so it has its own lock file and is installed
 * into the cache.
 */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const installDir = join(import.meta.dir, "../../../.data/cache/inspector");

/** Returns the program. */
export async function installInspector(): Promise<string> {
  mkdirSync(installDir, { recursive: true });
  for (const file of ["package.json", "bun.lock"]) {
    copyFileSync(join(import.meta.dir, file), join(installDir, file));
  }
  const child = Bun.spawn([process.execPath, "install", "--frozen-lockfile"], {
    cwd: installDir,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [errors, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (exitCode !== 0) throw new Error(`the Inspector cannot be installed: ${errors}`);
  const launcher = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
  return join(installDir, launcher);
}
