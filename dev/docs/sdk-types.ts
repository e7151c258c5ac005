/** The declarations of the SDK's modules, which the npm package contains. */
import { rmSync } from "node:fs";
import { join } from "node:path";

const rootDir = join(import.meta.dir, "../..");

/** `generated/types.ts` has only types, so the package takes it as it is. */
export function writeSdkTypes(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const compiler = join(rootDir, "node_modules/.bin/tsc");
  const args = ["--project", join(rootDir, "sdk"), "--outDir", folder];
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, ...args]);
  if (exitCode !== 0) throw new Error(stdout.toString());
  rmSync(join(folder, "generated/types.d.ts"));
}
